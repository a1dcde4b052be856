import type { Timestamp } from '../model/index.ts';
import { digest, documentType } from '../represent/index.ts';
import type { Document, Ingredients, ResourcePath } from '../resources/index.ts';
import { lazily } from './lazily.ts';
import { asText, type Outline, type Part } from './outline.ts';

/** What a description is made of: some parts of a publication, since it is given no others. */
interface Recipe<P extends Part, Content> {
  readonly of: readonly P[];
  /** What it is made of besides: see `Ingredients`. */
  readonly fields?: Ingredients['fields'];
  readonly make: (outline: Pick<Outline, P>) => Content;
}

/** Descriptions of a publication, by their paths, each made when its content is asked for. */
export function documentsOf(outline: Outline) {
  const bases = new Map<string, string>();
  const basisOf = (parts: readonly Part[]): string => {
    const name = parts.join();
    const basis = bases.get(name) ?? digest(asText(parts, outline));
    bases.set(name, basis);
    return basis;
  };
  const document = (
    path: string,
    { of, fields = [] }: Pick<Recipe<Part, unknown>, 'of' | 'fields'>,
    contentAt: Document['contentAt'],
  ): Document => ({
    kind: 'document',
    paths: [path as ResourcePath],
    mediaType: documentType(path),
    get ingredients() {
      return { fields, basis: basisOf(of) };
    },
    contentAt,
  });
  /** One that is the same at any time: a build that asks for it twice has it made once. */
  const text = <P extends Part>(path: string, recipe: Recipe<P, string>): Document => {
    return document(
      path,
      recipe,
      lazily(() => recipe.make(outline)),
    );
  };
  return {
    text,
    /** The same in JSON. */
    json: <P extends Part>(path: string, { make, ...rest }: Recipe<P, object>): Document =>
      text(path, { ...rest, make: (parts) => toText(make(parts)) }),
    /** One in JSON that shows answers of the time at which it came to be. */
    dated: <P extends Part>(
      path: string,
      recipe: Recipe<P, (generatedAt: Timestamp) => object>,
    ): Document => {
      const contentAt = lazily(() => recipe.make(outline));
      return document(path, recipe, (generatedAt) => toText(contentAt()(generatedAt)));
    },
  };
}

function toText(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/** Where the schema of an answer or a source is, below the base address. */
export function schemaPath(name: string): string {
  return `schemas/${name}.json`;
}

/** Where the description of the columns of an answer is, below the base address. */
export function csvwPath(kind: string): string {
  return `csvw/${kind}.json`;
}
