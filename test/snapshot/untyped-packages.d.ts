/** What the tests use of packages that come without types. */
declare module '@citation-js/core' {
  export class Cite {
    constructor(data: string | object);
    format(as: 'bibliography', options: object): string;
    readonly data: readonly Record<string, unknown>[];
  }
}

declare module '@citation-js/plugin-bibtex' {}
declare module '@citation-js/plugin-cff' {}
declare module '@citation-js/plugin-csl' {}

declare module 'datapackage' {
  export class Package {
    static load(descriptor: object, options: object): Promise<Package>;
    readonly errors: readonly Error[];
    getResource(name: string): { read(options: object): Promise<readonly object[]> };
  }
}
