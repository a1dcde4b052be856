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
  readonly item: PathItem;
  /** The suffixed paths of a table; none where there is one form. */
  readonly forms: readonly string[];
}

/** Every path of the description, those of one table together. */
export function addressesOf({ paths }: OpenApi): readonly Address[] {
  return Object.entries(paths)
    .filter(([path]) => !isFormOf(path, paths))
    .map(([path, item]) => ({
      path,
      item,
      forms: Object.keys(paths).filter((other) => tableOf(other) === path && other !== path),
    }));
}

function isFormOf(path: string, paths: OpenApi['paths']): boolean {
  return tableOf(path) !== path && tableOf(path) in paths;
}

function tableOf(path: string): string {
  return path.replace(/^\/index\.(?:json|csv)$/, '/').replace(/(?<=\w|\})\.(?:json|csv)$/, '');
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
