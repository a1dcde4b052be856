import { describe, type Finding } from './catalogue.ts';

/** A file as the maintainer sees it: the path to print and the text the offsets count in. */
export interface TextFile {
  /** As given on the command line, with forward slashes. */
  readonly path: string;
  /** Decoded text; empty where the bytes could not be decoded. */
  readonly text: string;
}

/** A stretch of one file: two UTF-16 offsets, the end not included. */
export interface Place {
  readonly file: TextFile;
  readonly start: number;
  readonly end: number;
}

/** The place to name when the whole file is meant. */
export function wholeFile(file: TextFile): Place {
  return { file, start: 0, end: 0 };
}

/** A finding and its place. Severity and wording belong to the catalogue. */
export interface Diagnostic {
  readonly finding: Finding;
  readonly place: Place;
}

/** How a rule speaks: it names the place and the finding, and goes on. */
export type Report = (place: Place, finding: Finding) => void;

/** A report that remembers, with the list it fills. */
export function collectDiagnostics(): { report: Report; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  return { diagnostics, report: (place, finding) => diagnostics.push({ place, finding }) };
}

/** What a stage gives: as much of the value as could be made, and everything that is wrong. */
export interface Checked<T> {
  readonly value: T;
  readonly diagnostics: readonly Diagnostic[];
}

/** The one order of diagnostics: file, offset, code, text; the same in every locale. */
export function orderDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) =>
      byCodeUnit(a.place.file.path, b.place.file.path) ||
      a.place.start - b.place.start ||
      byCodeUnit(a.finding.code, b.finding.code) ||
      byCodeUnit(describe(a.finding).headline, describe(b.finding).headline),
  );
}

/** An order that is the same in every locale. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
