import {
  isDefaultServing,
  NOT_FOUND_PAGE,
  ORIGIN_DOCUMENTS,
  problemLinks,
} from '../policy/index.ts';
import { literally, MANIFEST_PATH, outputPath } from '../represent/index.ts';
import { INDEX_PATH } from '../resources/index.ts';
import {
  buildCommandFor,
  type ConfigFile,
  type Deployment,
  edgeFile,
  type Host,
  type Published,
  SOURCE_LINE,
  shellWord,
} from './host.ts';
import {
  documentHeaders,
  fileRules,
  PAGES_FOLDER,
  RANKING_SUFFIXES,
  rootOf,
  tablePattern,
  UNKNOWN_ADDRESSES,
} from './published-paths.ts';

/**
 * Netlify: files are answered as they are, an address without a suffix by a rewrite to its JSON,
 * and an edge function where code is needed. The name of the host is set at Netlify, and what is
 * sent is compressed there, so that `serverName` and `precompressed` change nothing.
 */
export const netlify: Host = {
  name: 'netlify',
  limits: {
    files: null,
    filesInFolder: 54_000,
    fileSize: null,
    source: 'https://docs.netlify.com/site-deploys/overview/#files-per-directory-limit',
  },
  defaultRoot: 'dist',
  hasEdgeCode: true,
  configure: (deployment, edgeCode): readonly ConfigFile[] => {
    const file = { path: 'netlify.toml', text: configuration(deployment) };
    const code = `${OWN_FUNCTIONS}/${FUNCTION}.js`;
    if (isCompiled(deployment)) return [file];
    return [file, { path: code, text: edgeFile(deployment, edgeCode) }];
  },
  publish: (published, publicPath) => [{ path: REWRITES, text: rewrites(published, publicPath) }],
};

const FUNCTION = 'operator-api';

/** Where compiling writes the edge function of the default deployment, alone in its folder. */
const COMPILED_FUNCTIONS = 'lib/edge-bundles/netlify';

/** Where Netlify looks when nothing else is said. */
const OWN_FUNCTIONS = 'netlify/edge-functions';

/** Whether compiling the project writes what runs at the edge; else it has to be written with the rest. */
function isCompiled(deployment: Deployment): boolean {
  return isDefaultServing(deployment) && !deployment.isInstalled;
}

/** https://docs.netlify.com/build/configure-builds/file-based-configuration/ */
function configuration(deployment: Deployment): string {
  const tables = [
    buildTables(deployment),
    headerTables(deployment),
    redirectTables(deployment),
    functionTables(deployment),
  ];
  return `# ${SOURCE_LINE}\n\n${tables.flat().join('\n')}`;
}

function buildTables(deployment: Deployment): string[] {
  return [
    table('[build]', {
      command: buildCommand(deployment),
      publish: deployment.root,
      edge_functions: isCompiled(deployment) ? COMPILED_FUNCTIONS : OWN_FUNCTIONS,
    }),
    table('[build.environment]', { NODE_VERSION: '22' }),
    // It would give addresses without a suffix a meaning of its own.
    table('[build.processing.html]', { pretty_urls: false }),
  ];
}

/** Where a build writes: files have to be in the published folder as they are addressed. */
function outputFolder({ root, publicPath }: Deployment): string {
  return root + rootOf(publicPath);
}

/**
 * A build starts without dist, so the manifest of the live site says what did not change. SITE_NAME
 * is set where Netlify builds; its address answers before any domain of one's own does.
 * https://docs.netlify.com/build/configure-builds/environment-variables/
 */
function buildCommand(deployment: Deployment): string {
  const { root, publicPath, basePath = publicPath } = deployment;
  const out = outputFolder(deployment);
  const manifest = `https://$SITE_NAME.netlify.app${publicPath}/${MANIFEST_PATH}`;
  const build = buildCommandFor(out, [
    '--host netlify',
    ...(publicPath === basePath ? [] : [`--public-path ${publicPath}`]),
    '--snapshots',
    `\${SITE_NAME:+--previous "${manifest}"}`,
    // A variable that the maintainer sets after the first deployment.
    `\${REQUIRE_PREVIOUS:+--require-previous}`,
  ]);
  // Netlify reads the rules at the root of what is published, and nowhere else.
  return out === root
    ? build
    : `${build} && mv ${shellWord(`${out}/${REWRITES}`)} ${shellWord(root)}`;
}

/** https://docs.netlify.com/manage/routing/redirects/overview/ */
const REWRITES = '_redirects';

/**
 * A rewrite for each address without a suffix, and for each file beside the API. A rule with a
 * placeholder would also match unknown addresses, and after a rule whose target is missing the next one
 * is not tried (https://docs.netlify.com/platform/request-chain/).
 */
function rewrites({ addresses, pages }: Published, publicPath: string): string {
  const rules = [
    ...addresses.map((address) => `${publicPath}/${address} ${publicPath}/${address}.json 200\n`),
    ...pages.map((file) => {
      const address = file.replace(/^index\.html$|\.html$/, '');
      return `${rootOf(publicPath)}/${address} ${publicPath}/${PAGES_FOLDER}/${file} 200\n`;
    }),
  ];
  return `# Written by operator-api build.\n${rules.sort().join('')}`;
}

/**
 * They go by the file that answers, also after a rewrite. One file answers both with and without
 * its suffix, so all of them vary; an address that needs no Vary is not harmed by it.
 * https://docs.netlify.com/manage/routing/headers/
 */
function headerTables(deployment: Deployment): string[] {
  const { publicPath } = deployment;
  const rule = (path: string, values: Readonly<Record<string, string>>) =>
    table('[[headers]]', { for: path }) + table('  [headers.values]', values, '    ');
  return [
    ...fileRules(publicPath, deployment).map(({ path, headers }) => rule(path, headers)),
    ...(deployment.pages
      ? [rule(`${publicPath}/${NOT_FOUND_PAGE}`, { Link: problemLinks(deployment) })]
      : []),
    ...ORIGIN_DOCUMENTS.map(({ pathname, file }) =>
      rule(pathname, documentHeaders(file, deployment)),
    ),
  ];
}

/**
 * The errors, after the rewrites that the build lists: rules in `_redirects` come first, and a file
 * that exists before them all. The removed categories are answered by the edge function; should it
 * fail, their document still says why, with a status that rules can have. An unknown address beside the
 * API has the page for people: rules know no Accept, and the function runs for programs.
 * https://docs.netlify.com/manage/routing/redirects/overview/
 */
function redirectTables({ publicPath, removedCategories, pages }: Deployment): string[] {
  const refusal = (from: string, file: string) =>
    table('[[redirects]]', { from, to: `${publicPath}/${file}`, status: 404 });
  const rule = (from: string, problem: string) => refusal(from, `problems/${problem}.json`);
  const rewrite = (from: string, file: string) =>
    table('[[redirects]]', { from, to: `${publicPath}/${file}`, status: 200 });
  const forms = ['', '.json', '.csv'];
  const root = rootOf(publicPath);
  return [
    rewrite(publicPath, outputPath(INDEX_PATH, 'json')),
    ...ORIGIN_DOCUMENTS.map(({ pathname, file }) => rewrite(pathname, file)),
    ...removedCategories.flatMap((slug) =>
      ['', ...RANKING_SUFFIXES].map((form) =>
        rule(`${publicPath}/best/${slug}${form}`, `removed-category/${slug}`),
      ),
    ),
    ...UNKNOWN_ADDRESSES.flatMap(({ before, after, hasForms, problem }) =>
      (hasForms ? forms : ['']).map((form) =>
        rule(`${publicPath}/${before}:name${after}${form}`, problem),
      ),
    ),
    ...(pages
      ? [
          rule(`${publicPath}/*`, 'unknown-path'),
          ...removedCategories.map((slug) =>
            refusal(`${root}/best/${slug}`, `${PAGES_FOLDER}/removed/${slug}.html`),
          ),
          refusal(`${root}/*`, NOT_FOUND_PAGE),
        ]
      : []),
    ...(pages && root === '' ? [] : [rule('/*', 'unknown-path')]),
  ];
}

/** https://docs.netlify.com/build/edge-functions/declarations/ */
function functionTables(deployment: Deployment): string[] {
  const { publicPath, removedCategories, claimPages, pages } = deployment;
  const tables = tablePattern(
    { slug: '[^/]+', key: '[^/]+' },
    (kind) => kind !== 'claim' || claimPages !== 'json',
  );
  const base = literally(publicPath);
  const declare: Declare = (why, given, header) =>
    `# ${why}\n${table('[[edge_functions]]', { function: FUNCTION, ...given })}${
      header === undefined ? '' : table('  [edge_functions.header]', header, '    ')
    }`;
  const removed = removedCategories.map(literally).join('|');
  return [
    declare(
      'Accept headers that can ask for CSV; the function decides. Any other is answered with JSON.',
      {
        pattern: `^${base}(/(${tables}))?$`,
        excludedPattern: '^.*[.](json|csv|md)$',
      },
      { accept: CAN_MEAN_CSV },
    ),
    ...(removed === ''
      ? []
      : [
          declare('Removed categories: rules have no status 410.', {
            pattern: `^${base}/best/(${removed})(${RANKING_SUFFIXES.map((suffix) => suffix.replace('.', '[.]')).join('|')})?$`,
          }),
        ]),
    ...(pages ? pageFunctionTables(deployment, declare) : []),
    // Matching takes no heed of a slash at the end, and what it decodes is not said.
    declare('Addresses that rules would read in their own way.', {
      pattern: '^(.+/|.*(//|[^a-z0-9/._-]).*)$',
    }),
    // All the methods there are to declare, GET aside; the parser of Netlify refuses any other.
    declare('Preflights, and methods that are not allowed.', {
      pattern: '^/.*$',
      method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    }),
  ];
}

/** Writes where the function runs, and for which headers. */
type Declare = (why: string, given: Table, header?: Table) => string;

/**
 * Beside the API, the function runs for programs, which are few: a visit of a browser costs none, since
 * rules answer with pages, and an unknown address with the page that says so.
 */
function pageFunctionTables(
  { publicPath, removedCategories }: Deployment,
  declare: Declare,
): string[] {
  const [base, root] = [literally(publicPath), literally(rootOf(publicPath))];
  const addresses = {
    pattern: `^${root}(/.*)?$`,
    excludedPattern: `^(${base}(/.*)?|/[.]well-known/api-catalog|.*[.](css|js|svg|png|xml|txt))$`,
  };
  const removed = removedCategories.map(literally).join('|');
  return [
    declare(
      'Programs beside the API: an error is a problem document. Browsers name HTML first.',
      {
        ...addresses,
      },
      { accept: NOT_OF_BROWSERS },
    ),
    declare('Programs that send no Accept header.', addresses, { accept: false }),
    declare('Pages at the addresses of their files, for which there are no rules.', {
      pattern: `^${root}/(.*[.]html|index|404)$`,
      excludedPattern: `^${base}/.*$`,
    }),
    ...(removed === ''
      ? []
      : [
          declare('The pages of removed rankings: rules have no status 410.', {
            pattern: `^${root}/best/(${removed})([.][a-z]+)?$`,
          }),
        ]),
  ];
}

/**
 * Matches Accept headers that do not begin with `text/html`, as those of browsers do, and those that may
 * refuse it. For others that name HTML later, the function decides.
 */
const NOT_OF_BROWSERS = (() => {
  const others = [...'text/html'].map((character, index) => {
    const either = [...new Set([character.toUpperCase(), character])].join('');
    return `${'.'.repeat(index)}[^${either}]`;
  });
  return `^(.{0,8}$|${others.join('|')}|.{9}[^,;])|${anyCase('html')}[ \t]*;[ \t]*[Qq]=0`;
})();

/**
 * Matches every Accept header whose answer may be CSV: one that names it, or its kind, and one
 * that wants JSON less than anything else. Not a negotiation: some that it matches mean JSON.
 */
const CAN_MEAN_CSV = (() => {
  const csv = `${anyCase('text')}/(${anyCase('csv')}|\\*)`;
  const json = `${anyCase('application')}/(${anyCase('json')}|\\*)`;
  const weighed = `${json}.*;[ \\t]*[Qq]=`;
  return `${csv}|${weighed}.*\\*/\\*|\\*/\\*.*${weighed}`;
})();

/** Patterns have no flags. */
function anyCase(text: string): string {
  return text.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
}

type Table = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** A TOML table (https://toml.io/en/v1.0.0); its basic strings and arrays are written like JSON's. */
function table(name: string, values: Table, indent = '  '): string {
  const lines = Object.entries(values).map(
    ([key, value]) =>
      `${indent}${key} = ${typeof value === 'string' ? quote(value) : JSON.stringify(value)}\n`,
  );
  return `${name}\n${lines.join('')}`;
}

/** A literal string if possible, since escapes make patterns harder to read. */
function quote(text: string): string {
  return text.includes('\\') && !/['\u0000-\u001f]/.test(text) ? `'${text}'` : JSON.stringify(text);
}
