import type { ComponentChildren } from 'preact';
import type { ClaimPages } from '../model/index.ts';
import {
  ADDRESSES,
  ANSWERS,
  type AnswerKind,
  INDEX_PATH,
  type ParameterName,
} from '../resources/index.ts';
import { CodeSample } from './code-sample.tsx';
import type { DocsSection } from './docs.tsx';
import { examplesIn, factsResponse } from './docs-examples.ts';
import { Scroll } from './figures.tsx';
import type { Site } from './site.ts';

type Props = { readonly site: Site };

/** How to send requests, and what comes back. */
export const REQUEST_SECTIONS: readonly DocsSection[] = [
  { id: 'getting-started', title: 'Getting started', Content: GettingStarted },
  { id: 'endpoints', title: 'Endpoints', Content: Endpoints },
  { id: 'json-and-csv', title: 'JSON and CSV', Content: JsonAndCsv },
  { id: 'caching', title: 'Caching', Content: Caching },
  { id: 'cors', title: 'CORS', Content: Cors },
  { id: 'errors', title: 'Errors', Content: Errors },
];

function GettingStarted({ site }: Props) {
  const { base_url } = site.service;
  const { operator } = examplesIn(site);
  return (
    <>
      <p>
        There are no query parameters and no pagination: request a whole table, and filter it
        yourself.
      </p>
      {operator === null ? (
        <CodeSample title="Request" code={`curl -s ${base_url}/operators.json`} />
      ) : (
        <>
          <CodeSample
            title="Request"
            code={`curl -s ${base_url}/operators/${operator.slug}/facts.json`}
          />
          <CodeSample title="Response, shortened" code={factsResponse(operator, site)} />
        </>
      )}
    </>
  );
}

function Endpoints({ site }: Props) {
  const { service, links, api } = site;
  const { names } = examplesIn(site);
  const documents = links.filter(({ path }) => !ADDRESSES.some((address) => address.path === path));
  return (
    <>
      <p>
        Paths are below the base URL. A part in braces is a name: <code>{'{operator}'}</code> is the
        slug or the id of an operator, <code>{'{category}'}</code> the slug or the alias of a
        ranking. The links lead to an example.
      </p>
      <Scroll label="Tables">
        <table class="endpoints">
          <thead>
            <tr>
              <th scope="col">Path</th>
              <th scope="col">Response</th>
              <th scope="col">Formats</th>
            </tr>
          </thead>
          <tbody>
            {publishedKinds(site).map((kind) => {
              const { path, title, parameter, hasCsv } = ANSWERS[kind];
              const example = exampleOf(path, parameter, names);
              return (
                <tr>
                  <th scope="row">
                    <code>{path === INDEX_PATH ? '/' : `/${path}`}</code>
                  </th>
                  <td>{title}</td>
                  <td class="formats">
                    <Format name="JSON" to={example && api(`${example}.json`)} title={title} />
                    {hasCsv(service) && (
                      <>
                        {' '}
                        <Format name="CSV" to={example && api(`${example}.csv`)} title={title} />
                      </>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </Scroll>
      <p>
        <code>/</code> is the base URL itself, with or without the slash. With a suffix it is{' '}
        <code>/index.json</code> or <code>/index.csv</code>.{' '}
        {CLAIM_PAGES_IN_WORDS[service.claim_pages]}
      </p>
      <h3>Documents</h3>
      <Scroll label="Documents">
        <table class="endpoints">
          <thead>
            <tr>
              <th scope="col">Path</th>
              <th scope="col">Content</th>
              <th scope="col">Media type</th>
            </tr>
          </thead>
          <tbody>
            {documents.map(({ path, title, media_types }) => (
              <tr>
                <th scope="row">
                  <code>{path.includes('{') ? `/${path}` : <a href={api(path)}>/{path}</a>}</code>
                </th>
                <td>{title}</td>
                <td>
                  <code>{media_types.join(', ')}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}

const CLAIM_PAGES_IN_WORDS: { readonly [K in ClaimPages]: string } = {
  json_and_csv: 'Every claim has an address of its own, in both formats.',
  json: 'Every claim has an address of its own, as JSON only.',
  none: 'Claims have no addresses of their own here.',
};

/** The kinds of answers that this build publishes, in the order in which they are described. */
function publishedKinds({ service, links }: Site): readonly AnswerKind[] {
  return (Object.keys(ANSWERS) as AnswerKind[]).filter((kind) => {
    const { isPlanned, isPublished, path } = ANSWERS[kind];
    return isPublished(service) && (isPlanned || links.some((link) => link.path === path));
  });
}

function exampleOf(
  path: string,
  parameter: ParameterName | null,
  names: { readonly [K in ParameterName]: string | null },
): string | null {
  if (parameter === null) return path;
  const name = names[parameter];
  return name === null ? null : path.replace(`{${parameter}}`, name);
}

/** A link to a format of an answer; its name alone where there is no example. */
function Format({ name, to, title }: { name: string; to: string | null; title: string }) {
  if (to === null) return <span class="muted">{name}</span>;
  return (
    <a href={to} aria-label={`${name}: ${title}`}>
      {name}
    </a>
  );
}

function JsonAndCsv({ site: { service } }: Props) {
  return (
    <>
      <p>
        <strong>With a suffix</strong> (<code>.json</code>, <code>.csv</code>), a URL always returns
        that format, with any <code>Accept</code> header. Use suffixes in programs, spreadsheets and
        links.
      </p>
      <p>
        <strong>Without a suffix</strong>, the <code>Accept</code> header chooses between{' '}
        <code>application/json</code> and <code>text/csv</code>. If neither matches, the response is
        JSON, never a 406.
      </p>
      <CodeSample
        title="CSV by Accept"
        code={`curl -s -H 'Accept: text/csv' ${service.base_url}/metrics`}
      />
      <p>
        <strong>JSON</strong> is always <code>{'{ "meta": { … }, "data": [ … ] }'}</code>. Every key
        is present. A value that is unknown or does not apply is <code>null</code>. Lists have a
        fixed order. Times are in UTC, in RFC 3339 format. <code>meta</code> has what you need to
        credit the service: <code>service</code>, <code>license</code>, <code>license_url</code> and{' '}
        <code>attribution</code>.
      </p>
      <p>
        <strong>CSV</strong> has the same records, columns and order. It has no <code>meta</code>.
        It follows RFC 4180: UTF-8 without a byte order mark, commas, CRLF, the column names in the
        first line. <code>null</code> is an empty cell. Lists and objects are JSON in one cell. No
        text starts with <code>=</code>, <code>+</code>, <code>-</code> or <code>@</code>, so a
        spreadsheet finds no formula in it.
      </p>
    </>
  );
}

function Caching({ site: { service } }: Props) {
  return (
    <>
      <p>
        Clients may cache every response for an hour (<code>Cache-Control</code>), and revalidate it
        with its <code>ETag</code>, which changes exactly when the bytes change. The response to an
        unchanged request is <code>304 Not Modified</code>, without a body.{' '}
        <code>If-Modified-Since</code> and byte ranges work too.
      </p>
      <CodeSample
        title="Download only what changed"
        code={`curl -s --etag-save operators.etag --etag-compare operators.etag \\
  -o operators.csv ${service.base_url}/operators.csv`}
      />
      <p>
        <code>generated_at</code> in <code>meta</code> is the time when these bytes were first
        built. It does not change as long as nothing else in the response changes.
      </p>
    </>
  );
}

function Cors(_: Props) {
  return (
    <p>
      Any web page may read any response, including errors. Scripts can read the headers{' '}
      <code>ETag</code>, <code>Link</code> and <code>Last-Modified</code>. A plain{' '}
      <code>fetch</code> needs no preflight. Preflights are answered. The methods are{' '}
      <code>GET</code>, <code>HEAD</code> and <code>OPTIONS</code>. Any other method returns 405.
    </p>
  );
}

const STATUSES: readonly (readonly [status: string, cause: string, reaction: ComponentChildren])[] =
  [
    ['304', 'Your copy is current', 'Use your copy'],
    [
      '404',
      'There is no operator, category, claim or URL with this name',
      'Read the list that the response names',
    ],
    ['405', 'The method is not GET, HEAD or OPTIONS', 'Use GET'],
    [
      '410',
      'The category was removed',
      <>
        Read <code>see</code>, and remove the URL from your program
      </>,
    ],
    [
      '412, 416',
      'A condition or range in your request does not hold',
      'Send the request without it',
    ],
  ];

function Errors({ site: { service } }: Props) {
  const { base_url } = service;
  return (
    <>
      <p>
        Errors are <code>application/problem+json</code> (RFC 9457). <code>type</code> is a URL that
        explains the error. Programs should check <code>type</code> or <code>status</code>:{' '}
        <code>title</code> and <code>detail</code> are for people.
      </p>
      <CodeSample title="Request" code={`curl -s ${base_url}/operators/no-such-operator`} />
      <CodeSample
        title="Response, shortened"
        code={`{
  "type": "${base_url}/problems/unknown-operator.json",
  "title": "Unknown operator",
  "status": 404,
  "detail": "No operator has this slug or id, …",
  "operators": "${base_url}/operators"
}`}
      />
      <Scroll label="Statuses">
        <table>
          <thead>
            <tr>
              <th scope="col">Status</th>
              <th scope="col">Cause</th>
              <th scope="col">What to do</th>
            </tr>
          </thead>
          <tbody>
            {STATUSES.map(([status, cause, reaction]) => (
              <tr>
                <th scope="row">{status}</th>
                <td>{cause}</td>
                <td>{reaction}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <p>
        Any other status comes from the host. After 408, 429 or 5xx, wait and try again. A removed
        category permanently returns 410 with when and why it was removed, and what to use instead.
      </p>
    </>
  );
}
