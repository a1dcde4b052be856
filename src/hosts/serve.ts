import { DEFAULT_SERVING, ORIGIN_DOCUMENTS, PREFLIGHT_HEADERS } from '../policy/index.ts';
import { outputPath } from '../represent/index.ts';
import { INDEX_PATH } from '../resources/index.ts';
import type { Deployment, Host } from './host.ts';
import { fileRules, PAGES_FOLDER, rootOf, TABLE_PATHS } from './published-paths.ts';

/**
 * The npm package `serve`, a file server for any machine with Node. Its rules set headers and rewrite
 * addresses; they know neither Accept nor the method of a request, and no other error than its own.
 * https://github.com/vercel/serve-handler#options
 */
export const serve: Host = {
  name: 'serve',
  limits: {
    files: null,
    filesInFolder: null,
    fileSize: null,
    source: 'https://github.com/vercel/serve',
  },
  defaultRoot: 'dist',
  hasEdgeCode: false,
  configure: (deployment) => [
    { path: 'serve.json', text: `${JSON.stringify(configuration(deployment), null, 2)}\n` },
  ],
};

/** Where the files are below the root, whatever address they are answered at. */
const FILES = DEFAULT_SERVING.publicPath;

/** JSON has no comments, and `serve` takes no key that it does not know. */
function configuration(deployment: Deployment) {
  return {
    public: deployment.root,
    cleanUrls: false,
    directoryListing: false,
    rewrites: rewrites(deployment),
    headers: headerRules(deployment),
  };
}

/** Matches a path of any depth in the patterns of files. */
const ANY_DEPTH = new RegExp(`(?<=^${FILES}/)((?:problems|pages|pages/embed)/)?[*](?!/)`);

/** Files whose type it knows by their name. */
const KNOWN_TYPES = /[*][.](?:html|css|svg|png)$/;

/**
 * They go by the file that answers. A rule cannot tell a preflight from other requests, so that what
 * a preflight is answered with is on every answer.
 */
function headerRules(deployment: Deployment) {
  const { Allow: _, ...preflight } = PREFLIGHT_HEADERS;
  return [
    { path: '**', headers: preflight },
    { path: '**/*.json', headers: { 'Content-Type': 'application/json' } },
    // It takes 50 rules.
    ...fileRules(FILES, deployment, { everything: '**', hasOneRuleForBothForms: true })
      .filter(({ path, headers }) => !('Content-Type' in headers && KNOWN_TYPES.test(path)))
      .map(({ path, headers: { Vary: __, ...headers } }) => ({
        // Here an asterisk stops at a slash.
        path: path.replace(ANY_DEPTH, '$1**/*'),
        headers,
      })),
  ].map(({ path, headers }) => ({
    source: path,
    headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
  }));
}

/**
 * An address without a suffix is its JSON. A file that exists comes before all rules for an address
 * with a suffix; each rule is applied once, and the next ones to what it has made of the address.
 */
function rewrites({ publicPath, pages }: Deployment) {
  const rule = (source: string, destination: string) => ({ source, destination });
  const segments = [':one', ':one/:two', ':one/:two/:three'];
  const elsewhere = segments.map((path) => rule(`${publicPath}/${path}`, `${FILES}/${path}`));
  return [
    ...(publicPath === FILES ? [] : elsewhere),
    rule(publicPath, `${FILES}/${outputPath(INDEX_PATH, 'json')}`),
    ...ORIGIN_DOCUMENTS.map(({ pathname, file }) => rule(pathname, `${FILES}/${file}`)),
    ...TABLE_PATHS.map(({ before, name, after }) => {
      const path = `${FILES}/${before}`;
      const pattern = name === null ? '' : ':name([a-z0-9_-]+)';
      return rule(path + pattern + after, `${path}${name === null ? '' : ':name'}${after}.json`);
    }),
    ...(pages ? pageRewrites(rootOf(publicPath)) : []),
  ];
}

/** How many segments the addresses of pages have at most. */
const DEEPEST_PAGE = 4;

/**
 * A segment that is not `api`, in a language without lookarounds, parentheses and asterisks: where the
 * root is that of the host, no rule may match what another has made of an address.
 */
const NOT_API = [
  ...['[b-z0-9_-]', 'a[a-oq-z0-9_-]', 'ap[a-hj-z0-9_-]'].map((start) => `${start}[a-z0-9_-]{0,99}`),
  ...['api[a-z0-9_-]+', 'ap', 'a'],
].join('|');

/** The address of a page is its file without the suffix; a file that pages load has its own. */
function pageRewrites(root: string) {
  const folder = `${FILES}/${PAGES_FOLDER}`;
  const rules = (last: string, suffix: string) =>
    Array.from({ length: DEEPEST_PAGE }, (_, depth) => {
      const names = Array.from({ length: depth + 1 }, (_, index) => `:at${index}`);
      const source = names.map((name, index) => {
        if (index === depth) return `${name}(${last})`;
        return index === 0 ? `${name}(${NOT_API})` : name;
      });
      return {
        source: `${root}/${source.join('/')}`,
        destination: `${folder}/${names.join('/')}${suffix}`,
      };
    });
  return [
    { source: root === '' ? '/' : root, destination: `${folder}/index.html` },
    ...rules('[a-z0-9_-]+', '.html'),
    ...rules('[a-z0-9_-]+[.][a-z]+', ''),
  ];
}
