/** As much of a published openapi.json as the document needs. */
export interface OpenApi {
  readonly paths: { readonly [path: string]: PathItem };
  readonly components: {
    readonly schemas: { readonly [name: string]: Schema };
    readonly parameters: { readonly [name: string]: Parameter };
    readonly responses: { readonly [name: string]: ResponseObject };
  };
}

export interface PathItem {
  readonly get: Operation;
}

export interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly (Parameter | Reference)[];
  readonly responses: { readonly [status: string]: ResponseObject | Reference };
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description: string;
  readonly example?: string;
  readonly examples?: { readonly [name: string]: { readonly value: string } };
}

export interface ResponseObject {
  readonly description: string;
  readonly content?: { readonly [type: string]: { readonly schema?: Schema | Reference } };
}

export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | null)[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: { readonly [name: string]: Schema };
  readonly items?: Schema | Reference;
  readonly anyOf?: readonly Schema[];
}

export interface Reference {
  readonly $ref: string;
}

/** What a part of the document stands for, itself or what it refers to. */
export function resolve<Part extends object>(part: Part | Reference, openApi: OpenApi): Part {
  if (!('$ref' in part)) return part;
  const steps = part.$ref.replace('#/', '').split('/');
  // A reference leads to a part of the kind that stands in its place; openapi.json is tested for it.
  return steps.reduce<unknown>((place, step) => (place as Steps)[step], openApi) as Part;
}

type Steps = { readonly [step: string]: unknown };

/** An address of one table, in all its forms, or of documents of one form. */
export interface Address {
  /** Without a suffix for tables. */
  readonly path: string;
  /** That of its JSON, if it has one. */
  readonly item: PathItem;
  /** The suffixed paths of a table; none where there is one form. */
  readonly forms: readonly string[];
}

/** Every address of the description. The index is at the base address, which is negotiated. */
export function addressesOf(openApi: OpenApi): readonly Address[] {
  return Object.entries(openApi.paths)
    .filter(([path]) => path !== '/' && !path.endsWith('.csv'))
    .map(([path, item]) => {
      if (!isTable(item, openApi)) return { path, item, forms: [] };
      const stem = path.replace(/\.json$/, '');
      const forms = [`${stem}.json`, `${stem}.csv`].filter((form) => form in openApi.paths);
      return { path: stem === '/index' ? '/' : stem, item, forms };
    });
}

/** Whether a path answers with records and what is said about them. */
function isTable({ get }: PathItem, openApi: OpenApi): boolean {
  const { content = {} } = resolve(get.responses['200'] ?? { description: '' }, openApi);
  const { schema = {} } = content['application/json'] ?? {};
  const { meta, data } = resolve(schema, openApi).properties ?? {};
  return meta !== undefined && data !== undefined;
}

/** The parameters of a path. */
export function namesIn({ get }: PathItem, openApi: OpenApi): readonly Parameter[] {
  return get.parameters
    .map((given) => resolve(given, openApi))
    .filter((parameter) => parameter.in === 'path');
}

/** The path with the first example of each of its names. */
export function fillIn(path: string, item: PathItem, openApi: OpenApi): string {
  return namesIn(item, openApi).reduce((filled, { name, example, examples = {} }) => {
    const value = example ?? Object.values(examples)[0]?.value ?? '';
    return filled.replace(`{${name}}`, value);
  }, path);
}
