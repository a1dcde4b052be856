import { type Document, parseDocument } from 'yaml';

/** The syntax tree of a text by the core schema of YAML 1.2, with the errors in it. */
export function parseTree(text: string): Document {
  // A hostile text makes an Error object for every byte; their stack traces would take most of
  // the time and nobody reads them.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return parse(text);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function parse(text: string): Document {
  return parseDocument(text, {
    version: '1.2',
    schema: 'core',
    strict: true,
    merge: false,
    resolveKnownTags: false,
    prettyErrors: false,
    // Checked in readValue, which does it in linear time.
    uniqueKeys: false,
    // 'silent' would also silence the error about a second document.
    logLevel: 'error',
  });
}
