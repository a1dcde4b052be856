/** The result of the preconditions of a request. */
export type Verdict = 'send' | 'not-modified' | 'failed';

/** The validators of the selected file. */
export interface Validators {
  /** An entity tag, with its quotes; some hosts have only a weak one. */
  readonly etag: string;
  /** In milliseconds since 1970, whole seconds; null if the host does not have it. */
  readonly lastModified: number | null;
}

/** Reads a request header by its lower-case name. */
export type HeaderReader = (name: string) => string | undefined;

/** Evaluates the preconditions of a GET or HEAD in the order of RFC 9110 §13.2.2. */
export function checkPreconditions(header: HeaderReader, validators: Validators): Verdict {
  const { lastModified } = validators;
  const ifMatch = header('if-match');
  if (ifMatch !== undefined) {
    if (!listsTag(ifMatch, validators.etag, 'strong')) return 'failed';
  } else {
    const ifUnmodifiedSince = parseHttpDate(header('if-unmodified-since'));
    if (ifUnmodifiedSince !== null && lastModified !== null && lastModified > ifUnmodifiedSince)
      return 'failed';
  }
  const ifNoneMatch = header('if-none-match');
  if (ifNoneMatch !== undefined) {
    return listsTag(ifNoneMatch, validators.etag, 'weak') ? 'not-modified' : 'send';
  }
  const ifModifiedSince = parseHttpDate(header('if-modified-since'));
  return ifModifiedSince !== null && lastModified !== null && lastModified <= ifModifiedSince
    ? 'not-modified'
    : 'send';
}

/** Whether a Range may be answered in part: If-Range matches, or is absent (RFC 9110 §13.1.5). */
export function allowsRange(header: HeaderReader, { etag, lastModified }: Validators): boolean {
  const ifRange = header('if-range');
  if (ifRange === undefined) return true;
  return /^\s*(W\/)?"/.test(ifRange)
    ? isSameStrong(ifRange.trim(), etag)
    : lastModified !== null && parseHttpDate(ifRange) === lastModified;
}

/** Whether a list of entity tags holds one that matches, or is `*` (RFC 9110 §8.8.3.2). */
function listsTag(list: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  if (list.trim() === '*') return true;
  for (const [tag] of list.matchAll(/(?:W\/)?"[^"]*"/g)) {
    if (comparison === 'weak' ? opaque(tag) === opaque(etag) : isSameStrong(tag, etag)) return true;
  }
  return false;
}

function isSameStrong(tag: string, etag: string): boolean {
  return tag === etag && !etag.startsWith('W/');
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, '');
}

// RFC 9110 §5.6.7: IMF-fixdate, and the two obsolete forms that recipients still accept.
const HTTP_DATE =
  /^(?:[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT|[A-Z][a-z]+, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})$/;

/** A date header in milliseconds since 1970. It is null, and ignored, if it is absent or invalid. */
function parseHttpDate(value: string | undefined): number | null {
  const text = value?.trim() ?? '';
  if (!HTTP_DATE.test(text)) return null;
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(time) ? null : time;
}
