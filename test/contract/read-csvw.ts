import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { JsonLdParser } from 'jsonld-streaming-parser';
import CsvwParser from 'rdf-parser-csvw';
import { expect } from 'vitest';

const CSVW = 'http://www.w3.org/ns/csvw';
const XSD = 'http://www.w3.org/2001/XMLSchema';

/** The W3C's own, which comes with the tests of the reader. */
const CONTEXT = JSON.parse(
  readFileSync(
    createRequire(import.meta.url).resolve('rdf-parser-csvw/test/support/csvw.json'),
    'utf8',
  ),
);

interface Term {
  readonly value: string;
  readonly datatype?: { readonly value: string | Term };
  equals(other: Term): boolean;
}

interface Quad {
  readonly subject: Term;
  readonly predicate: Term;
  readonly object: Term;
}

/** A text of the API, and where it is published. */
export interface Published {
  readonly url: string;
  readonly text: string;
}

/** A document of metadata as RDF, made of it with the context that the W3C publishes. */
export async function readMetadata({ url, text }: Published): Promise<Graph> {
  const parser = new JsonLdParser({
    baseIRI: url,
    documentLoader: {
      load: async (address) => {
        expect(address).toBe(CSVW);
        return CONTEXT;
      },
    },
  });
  return new Graph(await quadsOf(parser.import(Readable.from([text])) as Readable));
}

/** The records of a CSV file as its metadata says: a cell without a value is not there. */
export async function readTable(metadata: Graph, { url, text }: Published) {
  const parser = new CsvwParser({ metadata, baseIRI: url });
  const quads = await quadsOf(parser.import(Readable.from([text])));
  const records = new Map<string, Record<string, unknown>>();
  for (const { subject, predicate, object } of quads) {
    if (predicate.value === `${CSVW}#describes`) records.set(object.value, {});
    const record = records.get(subject.value);
    if (record === undefined || !predicate.value.startsWith(`${url}#`)) continue;
    record[decodeURI(predicate.value.slice(url.length + 1))] = toValue(object);
  }
  return [...records.values()];
}

/** The value of a literal (CSV to RDF, §6). */
function toValue({ value, datatype }: Term): unknown {
  // What is derived from a type comes as a term of a term.
  const type = typeof datatype?.value === 'object' ? datatype.value.value : datatype?.value;
  switch (type) {
    case `${XSD}#string`:
      return value;
    case `${XSD}#integer`:
    case `${XSD}#double`:
      return Number(value);
    case `${XSD}#boolean`:
      return value === 'true';
    case `${XSD}#dateTimeStamp`:
      return new Date(value);
    case `${CSVW}#JSON`:
      return JSON.parse(value);
    default:
      throw new Error(`No value has the type ${type}`);
  }
}

/** What metadata says of its tables as a whole. */
export function valuesOf(metadata: Graph, property: string): readonly string[] {
  return [...metadata]
    .filter(({ predicate }) => predicate.value === `${CSVW}#${property}`)
    .map(({ object }) => object.value);
}

/** As much of an RDF/JS dataset as the reader asks for. */
class Graph {
  readonly #quads: readonly Quad[];

  constructor(quads: readonly Quad[]) {
    this.#quads = quads;
  }

  [Symbol.iterator](): Iterator<Quad> {
    return this.#quads[Symbol.iterator]();
  }

  match(subject?: Term | null, predicate?: Term | null): Graph {
    return new Graph(
      this.#quads.filter(
        (quad) =>
          (!subject || quad.subject.equals(subject)) &&
          (!predicate || quad.predicate.equals(predicate)),
      ),
    );
  }
}

async function quadsOf(stream: AsyncIterable<unknown>): Promise<readonly Quad[]> {
  const quads: Quad[] = [];
  for await (const quad of stream) quads.push(quad as Quad);
  return quads;
}
