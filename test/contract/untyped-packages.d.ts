/** What the tests use of packages that come without types. */
declare module 'rdf-parser-csvw' {
  class CsvwParser {
    constructor(options: { readonly metadata: object; readonly baseIRI: string });
    import(input: NodeJS.ReadableStream): NodeJS.ReadableStream;
  }
  export = CsvwParser;
}
