import {
  API_CATALOG,
  alternate,
  CATALOG_LINK,
  commonHeaders,
  DEFAULT_SERVING,
  describedBy,
  documentLinks,
  type Headers,
  NAMES_HTML,
  NOT_FOUND_PAGE,
  ORIGIN_DOCUMENTS,
  REFUSES_HTML,
  removedPage,
  unpublishedProblem,
} from '../policy/index.ts';
import { literally, MEDIA_TYPES, PAGE_NAME, PAGE_SUFFIX } from '../represent/index.ts';
import { apiFolder, type Deployment, type Host, SOURCE_LINE, specialHeaders } from './host.ts';
import {
  documentKinds,
  documentPattern,
  RANKING_SUFFIXES,
  rootOf,
  SECURITY_POLICIES,
  TABLE_PATHS,
  tablePattern,
  UNKNOWN_ADDRESSES,
} from './published-paths.ts';

/**
 * Apache httpd: one virtual host whose rewrite rules run before files are served. mod_negotiation
 * is not used, since it answers 406, reads some Accept headers otherwise, and takes `operators`
 * for the folder of that name.
 */
export const apache: Host = {
  name: 'apache',
  // Only the file system has any.
  limits: {
    files: null,
    filesInFolder: null,
    fileSize: null,
    source: 'https://httpd.apache.org/docs/2.4/mod/core.html',
  },
  defaultRoot: '/var/www/operator-api',
  hasEdgeCode: false,
  configure: (deployment) => [{ path: 'operator-api.conf', text: siteFile(deployment) }],
};

const { raw } = String;

function siteFile(deployment: Deployment): string {
  const { listen } = deployment;
  const sections = [serverName, storage, headers, errors, rules];
  return raw`${preamble(deployment)}

${define('files', apiFolder(deployment))}

# The grammar of Accept (RFC 9110, section 12.5.1), piece by piece.
${GRAMMAR.map(([name, what, pattern]) => `# ${what}\n${define(name, pattern)}`).join('\n')}

<VirtualHost ${/^\d+$/.test(listen) ? `*:${listen}` : listen}>
${indent(sections.map((section) => section(deployment)).join('\n\n'))}
</VirtualHost>
`;
}

function preamble({ listen, precompressed }: Deployment): string {
  return `# ${SOURCE_LINE}
#
# For Apache httpd 2.4.47 or newer. On Debian: save this as
# /etc/apache2/sites-available/operator-api.conf, see that ports.conf says "Listen ${listen}", and
#   a2enmod headers ${precompressed ? 'mime ' : ''}rewrite setenvif
#   a2dissite 000-default
#   a2ensite operator-api
#   apachectl configtest && systemctl restart apache2`;
}

const FILES = use('files');
const [SPACE, TOKEN, STRING, Q] = [use('space'), use('token'), use('string'), use('q')];
const [PARAMETER, WEIGHT] = [use('parameter'), use('weight')];
const [BEFORE, AFTER, EITHER, BEST] = [use('before'), use('after'), use('either'), use('best')];

function define(name: string, text: string): string {
  return `Define api_${name} ${quote(text)}`;
}

/** A reference to the text that `define` named. */
function use(name: string): string {
  return `\${api_${name}}`;
}

/**
 * Patterns of the rules below. Their quantifiers are possessive wherever they can be, so that a
 * match takes time linear to the header, whatever a client sends.
 */
const GRAMMAR: readonly (readonly [name: string, what: string, pattern: string])[] = [
  ['space', 'Optional white space.', raw`[ \t]*+`],
  ['token', 'A name or a value.', "[!#$%&'*+.^_`|~0-9A-Za-z-]++"],
  [
    'string',
    'A value in quotes, in which commas and semicolons separate nothing.',
    raw`\x22[^\x22\x5c]*+(?:\x5c.[^\x22\x5c]*+)*+\x22`,
  ],
  [
    'parameter',
    'A parameter other than the weight. Nothing at all after the semicolon is one, too.',
    `;${SPACE}(?!q=)(?:${TOKEN}=(?:${TOKEN}|${STRING})${SPACE})?+`,
  ],
  ['q', 'What stands before the digits of a weight.', `;${SPACE}q=`],
  ['weight', 'A weight.', raw`${Q}(?:0(?:\.[0-9]{0,3}+)?+|1(?:\.0{0,3}+)?+)${SPACE}`],
  [
    'before',
    'The members of the list that stand before one, as few as possible.',
    raw`(?:(?:[^,\x22]++|${STRING})*+,)*?${SPACE}`,
  ],
  [
    'after',
    'What follows a range up to its weight, in a member that keeps the grammar to its end.',
    `${SPACE}(?:${PARAMETER})*+(?=(?:${PARAMETER}|${WEIGHT})*+(?:,|$))`,
  ],
  ['either', 'The first of two ranges, or the second.', raw`${BEFORE}(?:\1|\2)${AFTER}`],
  [
    'best',
    'A range with the third of three values as its weight, or with none, which means 1.',
    raw`${AFTER}(?:${Q}\3[.0]*+(?![0-9])|,|$)`,
  ],
];

function serverName({ serverName: name }: Deployment): string {
  return name === null
    ? '# Answers whatever name it is called by, if no other virtual host of this address does.'
    : `ServerName ${name}`;
}

function storage(deployment: Deployment): string {
  const { root, precompressed } = deployment;
  const kinds = documentKinds(deployment);
  return raw`DocumentRoot ${quote(root)}
# The rules below answer these as well.
AllowEncodedSlashes NoDecode
# Compression on the way gives ETags that are not recognised when they come back.
SetEnvIf Request_URI ^ no-gzip no-brotli

<Directory "${FILES}">
  Options FollowSymLinks
  AllowOverride None
  Require all granted
  # JSON and CSV may be alike in size and time.
  FileETag Digest
  # Several ranges at once are answered whole.
  MaxRanges 1
  # A body changes no answer, however long it says it is (RFC 9110, section 9.3.1).
  LimitRequestBody 0
${indent(forceType(raw`\.json`, MEDIA_TYPES.json))}
${indent(forceType(raw`\.csv`, MEDIA_TYPES.csv))}
${namedTypes(kinds)
  .map(([end, type]) => indent(forceType(end, type)))
  .join('\n')}
${singleTypes(kinds)
  .map(([name, type]) => indent(forceTypeOfFile(name, type)))
  .join('\n')}${precompressed ? `\n${indent(OWN_SUFFIXES)}` : ''}
</Directory>
${folderTypes(kinds)
  .map(
    ([folder, type]) =>
      `<Directory "${FILES}/${folder}">\n${indent(forceType(raw`\.json`, type))}\n</Directory>`,
  )
  .join('\n')}`;
}

type Kinds = ReturnType<typeof documentKinds>;

/** Documents whose type goes by their folder. */
function folderTypes(kinds: Kinds) {
  return kinds.flatMap(({ glob, type }) => {
    const folder = /^([a-z]+)\/\*\.json$/.exec(glob)?.[1];
    return folder === undefined ? [] : [[folder, type] as const];
  });
}

/** Those whose type goes by the end of their name. */
function namedTypes(kinds: Kinds) {
  return kinds.flatMap(({ glob, type }) => {
    const end = /^\*\/?([^*]+)$/.exec(glob)?.[1];
    return end === undefined ? [] : [[literally(end), type] as const];
  });
}

/** Those whose type goes by their whole path. */
function singleTypes(kinds: Kinds) {
  return kinds.flatMap(({ glob, type }) =>
    glob.includes('*') ? [] : [[literally(glob), type] as const],
  );
}

function forceType(end: string, mediaType: string): string {
  return raw`<FilesMatch "${end}(?:\.br|\.gz)?$">
  ForceType ${quote(mediaType)}
</FilesMatch>`;
}

/** Not by FilesMatch, which would also match the file of an operator with that slug. */
function forceTypeOfFile(name: string, mediaType: string): string {
  const file = `${literally(DEFAULT_SERVING.publicPath)}/${name}`;
  return raw`<If "%{REQUEST_FILENAME} =~ m#${file}(?:\.br|\.gz)?$#">
  ForceType ${quote(mediaType)}
</If>`;
}

/** Content codings by the suffix of their files, the preferred first. */
const CODINGS = [
  ['br', 'br'],
  ['gz', 'gzip'],
] as const;
type Coding = (typeof CODINGS)[number];

const OWN_SUFFIXES = `# Suffixes that may mean something else here.
RemoveLanguage .br .gz
RemoveType .br .gz
RemoveEncoding .br .gz`;

function headers(deployment: Deployment): string {
  const { Vary = '' } = specialHeaders('GET', '/operators', deployment);
  const { Allow = '' } = specialHeaders('POST', '/operators', deployment);
  const compressed = deployment.precompressed;
  const set = (name: string, value: string, when = '') =>
    `Header always set ${name} ${quote(value)}${when}`;
  const setAll = (all: Headers, when = '') =>
    Object.entries(all).map(([name, value]) => set(name, value, when));
  const negotiated = ' env=API_LOCATION';
  const unsatisfiable = ' "expr=%{REQUEST_STATUS} == 416"';
  const refused = ` "expr=%{REQUEST_STATUS} in { '400', '414', '431' }"`;
  return [
    '# "always" means errors as well.',
    ...setAll(commonHeaders(deployment)),
    ...(compressed ? [set('Vary', 'Accept-Encoding', ' env=API_FILE')] : []),
    set('Vary', compressed ? `${Vary}, Accept-Encoding` : Vary, negotiated),
    set('Content-Location', '%{API_LOCATION}e', negotiated),
    ...(compressed ? CODINGS.map(nameCoding) : []),
    ...linkHeaders(deployment).map(([when, links]) => set('Link', links, ` env=${when}`)),
    '# An error document is asked for by an inner redirect.',
    set('Vary', Vary, ' env=REDIRECT_STATUS'),
    set('Link', describedLinks('problem', deployment), ' env=REDIRECT_STATUS'),
    ...(deployment.pages ? securityPolicies() : []),
    set('Allow', Allow, ' "expr=%{REQUEST_STATUS} == 405"'),
    ...setAll(specialHeaders('OPTIONS', '/operators', deployment), ' env=API_PREFLIGHT'),
    '',
    '# What is refused before any rule is answered without a published document.',
    set('Content-Type', MEDIA_TYPES.problem, refused),
    set('Vary', Vary, refused),
    set('Link', describedLinks('problem', deployment), refused),
    '',
    '# Only GET has ranges, and of two conditions that ask the same the tag counts (RFC 9110, 13.2.2).',
    `RequestHeader unset Range "expr=%{REQUEST_METHOD} == 'HEAD'"`,
    `RequestHeader unset If-Unmodified-Since "expr=-n req_novary('If-Match')"`,
    `RequestHeader unset If-Modified-Since "expr=-n req_novary('If-None-Match')"`,
    '',
    '# A condition that fails and a range beyond the end have an empty answer, which has no type.',
    `Header always unset Content-Type "expr=%{REQUEST_STATUS} in { '412', '416' }"`,
    'Header unset Content-Length "expr=%{REQUEST_STATUS} == 412"',
    '# Apache drops these headers when it finds the range, so they are put by.',
    ...['ETag', 'Last-Modified', 'Content-Length'].map((name) => `Header note ${name} api-${name}`),
    ...['ETag', 'Last-Modified'].map((name) =>
      set(name, `expr=%{note:api-${name}}`, unsatisfiable),
    ),
    set('Content-Range', 'expr=bytes */%{note:api-Content-Length}', unsatisfiable),
    '# Over HTTP/2 it keeps others, which would stand twice: with a range these go where it drops them, too.',
    ...[
      ...Object.keys(commonHeaders(deployment)),
      ...['Content-Location', 'Link', ...(deployment.pages ? [SECURITY_POLICY] : [])],
    ].flatMap(sayOnce),
  ].join('\n');
}

const SECURITY_POLICY = 'Content-Security-Policy';

/** What pages may load: of several policies, the last counts. */
function securityPolicies(): readonly string[] {
  return [
    '# What pages may load, by their file; an error has that of the page that says so.',
    ...[...SECURITY_POLICIES].reverse().map(({ pattern, policy }) => {
      const file = `reqenv('API_FILE') =~ m#^${pattern}$# || reqenv('REDIRECT_API_PAGE') =~ m#^${pattern}$#`;
      return `Header always set ${SECURITY_POLICY} ${quote(policy)} "expr=${file}"`;
    }),
  ];
}

/** Moves a header of 200 to those that Apache drops with an error; the error sets it again. */
function sayOnce(name: string): string[] {
  const hasRange = `-n req_novary('Range') && %{REQUEST_STATUS} == 200`;
  return [
    `Header always note ${name} api-${name}`,
    `Header always unset ${name} "expr=${hasRange}"`,
    `Header set ${name} "expr=%{note:api-${name}}" "expr=${hasRange} && -n note('api-${name}')"`,
  ];
}

/** What is linked to where a variable is set; of several, the last counts. */
function linkHeaders(deployment: Deployment): readonly (readonly [when: string, links: string])[] {
  const form = (format: 'json' | 'csv') => describedBy(format, '%{API_KIND}e', deployment);
  const bothForms = (format: 'json' | 'csv') =>
    all(form(format), alternate(format, '%{API_STEM}e', deployment));
  const all = (...more: readonly string[]) => [escapedLinks(deployment), ...more].join(', ');
  return [
    ['API_FILE', all()],
    ['API_CATALOG', all(CATALOG_LINK)],
    ['API_DESCRIBED', describedLinks('%{API_DESCRIBED}e', deployment)],
    ['API_IS_json', bothForms('json')],
    ['API_IS_csv', bothForms('csv')],
    ['API_ONE_FORM', all(form('json'))],
  ];
}

function describedLinks(name: string, deployment: Deployment): string {
  return `${escapedLinks(deployment)}, ${describedBy('json', name, deployment)}`;
}

/** In the value of a header a percent sign starts a variable. */
function escapedLinks(deployment: Deployment): string {
  return documentLinks(deployment).replaceAll('%', '%%');
}

/** Not by AddEncoding, which would name it where a condition fails and nothing is sent. */
function nameCoding([suffix, coding]: Coding): string {
  const when = raw`%{REQUEST_FILENAME} =~ /(?<!\.tar)\.${suffix}$/ && %{REQUEST_STATUS} in { '200', '206' }`;
  return `Header set Content-Encoding ${coding} "expr=${when}"`;
}

function errors({ publicPath }: Deployment): string {
  const unknown = UNKNOWN.map(
    ([path, name]) => `SetEnvIf Request_URI "${under(publicPath, path)}" API_PROBLEM=${name}`,
  );
  return `# Before any rule Apache refuses broken escapes, what climbs out of the root, and endless paths;
# endless headers with 431 over HTTP/2, and with 400 otherwise.
ErrorDocument 400 ${quote(unpublishedProblem(400, 'Bad Request'))}
ErrorDocument 414 ${quote(unpublishedProblem(414, 'URI Too Long'))}
ErrorDocument 431 ${quote(unpublishedProblem(431, 'Request Header Fields Too Large'))}
ErrorDocument 404 "${publicPath}/problems/%{reqenv:API_PROBLEM}.json"
ErrorDocument 405 "${publicPath}/problems/method-not-allowed.json"
ErrorDocument 410 "${publicPath}/problems/%{reqenv:API_PROBLEM}.json"
# Empty: no such variable exists.
ErrorDocument 412 "%{reqenv:API_NOTHING}"
ErrorDocument 416 "%{reqenv:API_NOTHING}"

# Apache itself finds nothing where the address holds %00. Otherwise the rules decide.
SetEnvIf Request_URI ^ API_PROBLEM=unknown-path
${unknown.join('\n')}`;
}

const SLUG = '[a-z0-9-]+';
const NAMES = { slug: SLUG, key: '[a-z0-9_]+' };
const RESOURCE = tablePattern(NAMES);

/** Addresses of what might have existed, and the problem when it does not. */
const UNKNOWN = UNKNOWN_ADDRESSES.map(({ before, after, hasForms, problem }) => {
  const form = hasForms ? raw`(?:\.json|\.csv)?` : '';
  return [`${before}[^/]+${literally(after)}${form}`, problem] as const;
});

function rules(deployment: Deployment): string {
  const { publicPath, precompressed, claimPages, pages } = deployment;
  const at = (path: string) => `"${under(publicPath, path)}"`;
  const negotiation = negotiationRules(publicPath);
  // Nothing is negotiated where there is one form; only the last rule, which names it, is for all.
  const claims =
    claimPages === 'json'
      ? raw`RewriteCond %{ENV:API_NAME} ^claims/
RewriteRule ^ - [S=${countRules(negotiation) - 1}]
`
      : '';
  const negotiated = `${claims}\n${negotiation}`;
  const atOrigin = ORIGIN_DOCUMENTS.map(
    ({ pathname, file }) => `RewriteRule "^${literally(pathname)}$" - [E=API_FILE:${file}]`,
  );
  const unknown = UNKNOWN.map(([path, name]) => `RewriteRule ${at(path)} - ${refuse(404, name)}`);
  return raw`RewriteEngine On

# An error document is there for every method, and for addresses that are none.
${pages ? `${ERROR_PAGE}\n` : ''}RewriteCond %{ENV:REDIRECT_STATUS} .
RewriteRule ${at('(problems/.+)')} "${FILES}/$1" [END]

RewriteCond %{REQUEST_METHOD} =OPTIONS
RewriteRule ^ - [E=API_PREFLIGHT:1,R=204]
RewriteCond %{REQUEST_METHOD} !^(?:GET|HEAD)$
RewriteRule ^ - [R=405]

# No address holds an encoded slash, or anything but UTF-8.
RewriteCond %{THE_REQUEST} "^\S+ [^?\s]*%2f" [NC,OR]
RewriteCond %{REQUEST_URI} "!(*UTF)^"
RewriteRule ^ - ${refuse(404, 'unknown-path')}

# An address names a file, or what is sent as the client prefers: JSON if nothing else is said.
RewriteRule ${at(raw`((?:${RESOURCE})\.(?:json|csv)|${documentPattern(deployment)})`)} - [E=API_FILE:$1]
RewriteRule ${at(`(${RESOURCE})`)} - [E=API_NAME:$1,E=API_FILE:$1.json]
RewriteRule "${under(publicPath, '').replace('/$', '/?$')}" - [E=API_NAME:index,E=API_FILE:index.json]
${pages ? `${pageRules(deployment)}\n` : ''}${atOrigin.join('\n')}
RewriteCond %{ENV:API_NAME} ^$
RewriteRule ^ - [S=${countRules(negotiated)}]
${negotiated}

${linkRules(claimPages)}
${precompressed ? `\n# Brotli before gzip, unless its weight is zero. A part is one of the file as it is.\n${CODINGS.map(sendEncoded).join('\n')}\n` : ''}
RewriteCond "${FILES}/%{ENV:API_FILE}" -f
RewriteRule ^ "${FILES}/%{ENV:API_FILE}" [END]

${pages ? `${pageErrors(deployment)}\n\n` : ''}RewriteCond "${FILES}/problems/removed-category/$1.json" -f
RewriteRule ${at(`best/(${SLUG})(?:${RANKING_SUFFIXES.map(literally).join('|')})?`)} - ${refuse(410, 'removed-category/$1')}
${unknown.join('\n')}
RewriteRule ^ - ${refuse(404, 'unknown-path')}`;
}

const ERROR_PAGE = raw`RewriteCond %{ENV:REDIRECT_STATUS} .
RewriteCond %{ENV:REDIRECT_API_PAGE} (.+)
RewriteRule ^ "${FILES}/%1" [END]`;

/** A pattern that the address of a page fits. */
function beside(deployment: Deployment, path: string): string {
  const root = rootOf(deployment.publicPath);
  const api = deployment.publicPath.slice(root.length + 1);
  return `"^${literally(root)}(?!/${literally(api)}(?:/|$))${path}$"`;
}

function pageRules(deployment: Deployment): string {
  const at = (path: string) => beside(deployment, path);
  return raw`# Beside the API are pages. An address without a suffix is that of HTML.
RewriteRule ${at('/?')} - [E=API_FILE:pages/index.html]
RewriteRule ${at(`/(${PAGE_NAME})/?`)} - [E=API_FILE:pages/$1.html]
RewriteRule ${at(`/(${PAGE_NAME}${PAGE_SUFFIX})/?`)} - [E=API_FILE:pages/$1]`;
}

function pageErrors(deployment: Deployment): string {
  const at = (path: string) => beside(deployment, path);
  const ranking = at(raw`/best/(${SLUG})(?:\.[a-z]+)?/?`);
  const page = (file: string) => `E=API_PAGE:${file}`;
  return raw`# Beside it an error is a page for people: browsers name HTML, programs do not.
RewriteCond %{HTTP:Accept} "${NAMES_HTML}" [NC]
RewriteCond %{HTTP:Accept} "!${REFUSES_HTML}" [NC]
RewriteRule ${at('(?:/.*)?')} - [E=API_PERSON:1]
RewriteCond %{ENV:API_PERSON} .
RewriteCond "${FILES}/${removedPage('$1')}" -f
RewriteRule ${ranking} - [${page(removedPage('$1'))},R=410]
RewriteCond %{ENV:API_PERSON} .
RewriteCond "${FILES}/${NOT_FOUND_PAGE}" -f
RewriteRule ^ - [${page(NOT_FOUND_PAGE)},R=404]
RewriteCond "${FILES}/problems/removed-category/$1.json" -f
RewriteRule ${ranking} - ${refuse(410, 'removed-category/$1')}`;
}

function countRules(rules: string): number {
  return rules.match(/^RewriteRule/gm)?.length ?? 0;
}

/** What the headers need to know to link: how a table is called, and which form of it is sent. */
function linkRules(claimPages: Deployment['claimPages']): string {
  const single = claimPages === 'json' ? ',E=API_ONE_FORM:1' : '';
  const kinds = TABLE_PATHS.filter(({ kind, before }) => kind !== before).map(
    ({
      kind,
      before,
      name,
      after,
    }) => raw`RewriteCond %{ENV:API_STEM} "^${before}${name === null ? '' : NAMES[name]}${after}$"
RewriteRule ^ - [E=API_KIND:${kind}${kind === 'claim' ? single : ''}]`,
  );
  return raw`# What the answer links to goes by the file.
RewriteCond %{ENV:API_FILE} "^(${RESOURCE})\.(json|csv)$"
RewriteRule ^ - [E=API_STEM:%1,E=API_KIND:%1,E=API_IS_%2:1]
${kinds.join('\n')}
RewriteCond %{ENV:API_FILE} ^(problem|manifest)
RewriteRule ^ - [E=API_DESCRIBED:%1]
RewriteCond %{ENV:API_FILE} ^${API_CATALOG.file}$
RewriteRule ^ - [E=API_CATALOG:1]`;
}

function refuse(status: number, problem: string): string {
  return `[E=API_PROBLEM:${problem},R=${status}]`;
}

function sendEncoded([suffix, coding]: Coding): string {
  const weight = raw`\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)`;
  return raw`RewriteCond %{HTTP:Range} ^$
RewriteCond %{HTTP:Accept-Encoding} "(?:^|,)\s*${coding}${weight}" [NC]
RewriteCond "${FILES}/%{ENV:API_FILE}.${suffix}" -f
RewriteRule ^ "${FILES}/%{ENV:API_FILE}.${suffix}" [END]`;
}

/**
 * The rules that turn API_FILE from JSON into CSV where the policy does. They come to the same
 * as comparing every range of the one with every range of the other: what counts is the highest
 * weight that either reaches, and who reaches it.
 */
function negotiationRules(publicPath: string): string {
  const mostSpecific = (...ranges: string[]) =>
    ranges.map((range) => `^${BEFORE}(${range})${AFTER}`).join('|');
  const [specific, partial, any] = [
    ['text/csv', 'application/json'],
    [raw`text/\*`, raw`application/\*`],
    raw`\*/\*`,
  ] as const;
  // The digits are in descending order, so the first match is the highest.
  const highest = (known: string, own: string) => {
    const weighs = raw`\d* ${EITHER}${Q}0\.${known}`;
    return raw`(?|(?=${weighs}[1-9])(?=\d*?([1-9])${weighs}${own})|(?=\d*(0)))`;
  };
  const weight = raw`${highest('', raw`\3`)}${highest(raw`\3`, raw`\4`)}${highest(raw`\3\4`, raw`\5`)}`;
  const ofEither = (ranges: readonly string[]) =>
    raw`${BEFORE}(?=\1|\2)(${ranges.join('|')})${BEST}`;
  return raw`# The most specific range speaks for CSV, and so for JSON; alone, that of CSV is both.
RewriteCond %{HTTP:Accept} "${mostSpecific(specific[0], partial[0], any)}" [NC]
RewriteRule ^ - [E=API_CSV:%1%2%3,E=API_JSON:%1%2%3]
RewriteCond %{HTTP:Accept} "${mostSpecific(specific[1], partial[1], any)}" [NC]
RewriteRule ^ - [E=API_JSON:%1%2%3]

# Nothing speaks for CSV, or the range of everything for both: JSON.
RewriteCond "%{ENV:API_CSV} %{ENV:API_JSON}" "^ |^\*/\* \*/\*$"
RewriteRule ^ - [S=3]

# The highest weight of the two: 1, or digit by digit.
RewriteCond "%{ENV:API_CSV} %{ENV:API_JSON} %{HTTP:Accept}" "^(\S+) (\S+) ${EITHER}(?:${Q}1|,|$)" [NC]
RewriteRule ^ - [E=API_WEIGHT:1]
RewriteCond %{ENV:API_WEIGHT} ^$
RewriteCond "%{ENV:API_CSV} %{ENV:API_JSON} 9876543210 %{HTTP:Accept}" "^(\S+) (\S+) ${weight}" [NC]
RewriteCond "0.%3%4%5" "^(.+?)[.0]*$"
RewriteRule ^ - [E=API_WEIGHT:%1]

# Of the ranges that have it the most specific wins, then the one named first.
RewriteCond %{ENV:API_WEIGHT} !^0?$
RewriteCond "%{ENV:API_CSV} %{ENV:API_JSON} %{ENV:API_WEIGHT} %{HTTP:Accept}" "^(\S+) (\S+) (\S+) (?:${ofEither(specific)}|${ofEither(partial)}|${ofEither([any])})" [NC]
RewriteCond "%4%5%6 %{ENV:API_JSON}" "^text/|^\*/\* [^*]" [NC]
RewriteRule ^ - [E=API_FILE:%{ENV:API_NAME}.csv]
RewriteRule ^ - [E=API_LOCATION:${publicPath}/%{ENV:API_FILE}]`;
}

/** A pattern that an address below the API fits. */
function under(publicPath: string, path: string): string {
  return `^${literally(publicPath)}/${path}$`;
}

function quote(value: string): string {
  return `"${value.replaceAll('"', raw`\"`)}"`;
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
