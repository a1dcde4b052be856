import { type Deprecation, dayOf } from '../model/index.ts';
import { HTTP_DATE, header, type Part, ref, SOME_DATE } from './open-api-parts.ts';

/** The parts of an OpenAPI description that mention a deprecation. */
interface Description {
  readonly paths: Part;
  readonly components: { readonly headers: Part; readonly responses: Part };
}

/** Adds a deprecation to every operation and every response. */
export function withEnd(description: Description, deprecation: Deprecation | null): Description {
  if (deprecation === null) return description;
  const { paths, components } = description;
  const headers = headersOfEnd(deprecation);
  const references = Object.fromEntries(
    Object.keys(headers).map((field) => [field, ref('headers', field)]),
  );
  const withHeaders = (responses: Part): Part =>
    mapParts(responses, (response) =>
      response['headers'] === undefined
        ? response
        : { ...response, headers: { ...(response['headers'] as Part), ...references } },
    );
  return {
    ...description,
    paths: mapParts(paths, (item) =>
      mapParts(item, (operation) => ({
        ...operation,
        deprecated: true,
        responses: withHeaders(operation['responses'] as Part),
      })),
    ),
    components: {
      ...components,
      headers: { ...components.headers, ...headers },
      responses: withHeaders(components.responses),
    },
  };
}

/** RFC 9745 §2.1 and RFC 8594 §3. */
function headersOfEnd({ sunset }: Deprecation): Part {
  return {
    Deprecation: header(
      'Since when nothing new should be built on this version, in seconds since 1970.',
      '@1767605400',
      '^@-?\\d+$',
    ),
    ...(sunset !== null && {
      Sunset: header('When this version stops answering.', SOME_DATE, HTTP_DATE),
    }),
  };
}

function mapParts(whole: Part, change: (part: Part) => Part): Part {
  return Object.fromEntries(
    Object.entries(whole).map(([key, part]) => [key, change(part as Part)]),
  );
}

/** The deprecation as a sentence, true before and after its dates; null if there is none. */
export function endInWords(deprecation: Deprecation | null): string | null {
  if (deprecation === null) return null;
  const { since, sunset, details } = deprecation;
  const end = sunset === null ? '' : ` and ends on ${dayOf(sunset)}`;
  return `This version of the API is deprecated from ${dayOf(since)} on${end}. Why, and what to use instead: ${new URL(details).href}`;
}
