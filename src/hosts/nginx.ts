import {
  API_CATALOG,
  commonHeaders,
  DEFAULT_SERVING,
  documentLinks,
  NAMES_HTML,
  NOT_FOUND_PAGE,
  ORIGIN_DOCUMENTS,
  problemLinks,
  REFUSES_HTML,
  removedPage,
  tableLinks,
  unpublishedProblem,
} from '../policy/index.ts';
import {
  DOCUMENT_TYPES,
  digest,
  essenceOf,
  literally,
  MEDIA_TYPES,
  PAGE_NAME,
  PAGE_SUFFIX,
} from '../represent/index.ts';
import { ALLOWED_METHODS, type ProblemName, removedCategoryPath } from '../resources/index.ts';
import { apiFolder, type Deployment, type Host, SOURCE_LINE, specialHeaders } from './host.ts';
import {
  documentKinds,
  documentPattern,
  rootOf,
  SECURITY_POLICIES,
  TABLE_PATHS,
  tablePattern,
  textTypes,
  UNKNOWN_ADDRESSES,
} from './published-paths.ts';

/**
 * nginx: maps that read Accept and the address, and one server block. A location takes an address
 * apart into name and suffix, and `try_files` looks for what the policy would answer with.
 */
export const nginx: Host = {
  name: 'nginx',
  // Only the file system has any.
  limits: {
    files: null,
    filesInFolder: null,
    fileSize: null,
    source: 'https://nginx.org/en/docs/http/ngx_http_core_module.html',
  },
  defaultRoot: '/var/www/operator-api',
  hasEdgeCode: false,
  configure: (deployment) => {
    const maps = [
      negotiation(),
      ...(deployment.pages ? [pageFiles()] : []),
      files(deployment),
      links(deployment),
      headers(deployment),
      problems(deployment),
      ...(deployment.pages ? [pageErrors(), pageHeaders()] : []),
    ];
    const text = [PREAMBLE, ...maps, server(deployment)].join('\n\n');
    const named = text.replaceAll(VARIABLE_PREFIX, prefixFor(deployment));
    return [{ path: 'operator-api.conf', text: `${named}\n` }];
  },
};

/** Where a variable is used or a group named: a folder can have the same in its name. */
const VARIABLE_PREFIX = /(?<=\$|\(\?<)operator_api_/g;

/**
 * What the names of variables begin with. They are those of the whole server, so that another
 * deployment beside this one needs others: short ones, since PCRE takes no long ones, and nginx finds
 * less often that its table of variables is too small.
 */
function prefixFor({ listen, serverName, publicPath }: Deployment): string {
  const isUsual = serverName === null && publicPath === DEFAULT_SERVING.publicPath;
  if (isUsual && listen === '80') return 'operator_api_';
  return `api_${digest(`${listen} ${serverName}${publicPath}`).slice(0, 4)}_`;
}

const write = String.raw;

const PREAMBLE = `# ${SOURCE_LINE}
#
# For nginx 1.19 or newer with PCRE, as Debian's package "nginx" has it. Save this as
# /etc/nginx/conf.d/operator-api.conf, then: nginx -t && systemctl reload nginx
#
# This has to be the default site, which refuses what cannot be read, so Debian's own has to go:
# rm /etc/nginx/sites-enabled/default
#
# "pcre_jit on;" at the top of nginx.conf makes the pattern for Accept about ten times as fast.
# Where nginx -t warns of its variables_hash, "variables_hash_max_size 2048;" in http ends that.`;

/**
 * One pattern that matches when CSV is wanted. It goes by what the policy's comparison of every
 * range comes to: the highest weight that either form reaches, and who reaches it. nginx makes
 * variables of named groups, hence the prefix; what a pattern calls by name does not backtrack,
 * since before PCRE 10.30 it could not, and is called late, since calls are slow.
 */
function negotiation(): string {
  const [json, csv] = [rangesFor(MEDIA_TYPES.json), rangesFor(MEDIA_TYPES.csv)];
  const space = write`[\x20\x09]*+`;
  const q = `; ${space} q=`;
  const before = write`(?: (?: [^\x22,]++ | (?&oa_string) | \x22.* )*+ , )*? ${space}`;
  const after = `${space} (?&oa_parameter)*+`;
  const either = write`${before} (?: \k<oa_csv> | \k<oa_json> ) ${after}`;
  const full = `(?: (?= ${q}1 ) (?&oa_rest) | , | $ )`;
  const [first, second] = ['d1', 'd2'].map((each) => write`(?(<oa_${each}>) \k<oa_${each}> | 0 )`);
  // The digits are in descending order, so the first match is the highest. No match means zero.
  const highest = (digit: string, known: string) => write`(?: (?= \d*? (?<oa_${digit}> \d ) \d*+ :
            ${either} (?= ${q}0\. ${known} \k<oa_${digit}> ) (?&oa_rest) ) )?+`;
  const named = (index: number) =>
    [csv, json].map((ranges) => (ranges[index] ?? '').replaceAll('*', write`\*`));
  const won = (index: number) => {
    const [ofCsv, ofJson] = named(index);
    return write`${before} (?= \k<oa_csv> | \k<oa_json> ) (?: (?<oa_won> ${ofCsv} ) | ${ofJson} )
                ${after} (?&oa_best)`;
  };
  return write`# Which form is wanted (RFC 9110, section 12.5.1): the higher weight, else the more specific range,
# else the one named first, else JSON. Members of the list that break the grammar are passed over.
map "${csv.join(',')}:${json.join(',')}:987654321:$http_accept" $operator_api_wanted {
    default json;
    # Neither is named, as browsers do.
    "~*^(?:[^:]*+:){3}(?!.*(?:${[0, 1].flatMap(named).join('|')}))" json;
    "~*(?x)^
        (?(DEFINE)
            (?<oa_token> [!\#$%&'*+.^_${'`'}|~0-9A-Za-z-]++ )
            # Commas and semicolons in quotes separate nothing.
            (?<oa_string> \x22 (?: [^\x22\x5c]++ | \x5c. )*+ \x22 )
            # Any but the weight. Nothing after the semicolon is one, too.
            (?<oa_parameter> ; ${space} (?! q= )
                (?: (?&oa_token) = (?: (?&oa_token) | (?&oa_string) ) )?+ ${space} )
            # From the weight to the end of a member that keeps the grammar.
            (?<oa_rest> (?: (?&oa_parameter) | ${q}
                (?: 0 (?: \.\d{0,3} )?+ | 1 (?: \.0{0,3} )?+ ) (?! (?&oa_token) ) ${space} )*+ (?: , | $ ) )
            # The same with the highest weight, once it is known: more digits than it has are zeros.
            (?<oa_best> (?(<oa_full>) ${full} | (?= ${q}0\. (?(<oa_d3>)
                ${first} ${second} \k<oa_d3> | (?(<oa_d2>)
                ${first} \k<oa_d2> | \k<oa_d1> ) ) ) (?&oa_rest) ) )
        )
        # The range that speaks for CSV, and the one for JSON if any: the most specific there is.
        (?> (?: [^,:]++ , )*? (?<oa_csv> [^,:]++ ) (?= (?: [^:]*+ : ){3}
            ${before} \k<oa_csv> ${space} (?&oa_rest) ) ) [^:]*+ :
        (?: (?: [^,:]++ , )*? (?<oa_json> [^,:]++ ) (?= (?: [^:]*+ : ){2}
            ${before} \k<oa_json> ${space} (?&oa_rest) ) )?+ [^:]*+ :
        # The highest weight that either has: 1, or digit by digit.
        (?: (?= \d++ : ${either} ${full} ) (?<oa_full>) )?+
        (?(<oa_full>) |
            ${highest('d1', '')}
            ${highest('d2', `${first}`)}
            ${highest('d3', `${first} ${second}`)}
        ) \d++ :
        # Of the ranges that have it the most specific, then the one named first.
        (?> (?| ${won(0)}
            | ${won(1)}
            # For both, unless JSON is named with less weight.
            | ${before} (?: (?! \k<oa_json> ) (?<oa_won> ${named(2)[0]} ) | ${named(2)[1]} )
                ${after} (?&oa_best)
        ) ) (?(<oa_won>) | (?!) )"
        csv;
}`;
}

/** The ranges that hold a media type, the most specific first. */
function rangesFor(mediaType: string): readonly string[] {
  const name = essenceOf(mediaType);
  return [name, name.replace(/[^/]+$/, '*'), '*/*'];
}

/** The file of a page at an address beside the API, which begins with a slash here. */
function pageFiles(): string {
  return write`# The file of a page. An address without a suffix is that of HTML.
map $operator_api_page $operator_api_page_file {
    default "";
    / pages/index.html;
    "~^/(?<operator_api_page_name>${PAGE_NAME})/?\z" pages/$operator_api_page_name.html;
    "~^/(?<operator_api_page_name>${PAGE_NAME}${PAGE_SUFFIX})/?\z" pages/$operator_api_page_name;
}`;
}

function files(deployment: Deployment): string {
  const { precompressed, claimPages, pages } = deployment;
  const accepts = (coding: string) =>
    quote(
      write`~*(?:^|,)[ \t]*+${coding}[ \t]*+(?:;[ \t]*+q=(?!0(?:\.0*+)?+[ \t]*+(?:,|$))[^,]*+)?+(?:,|$)`,
    );
  const codings = write`
# The compressed files to look for: Brotli, then gzip, unless their weight is zero. A part is one of
# the file as it is, since nginx could not take back the coding where a range is beyond the end.
map $http_range $operator_api_codings {
    default "";
    "" $http_accept_encoding;
}
map $operator_api_codings $operator_api_gzip {
    default "";
    ${accepts('gzip')} .gz;
}
map $operator_api_codings $operator_api_coding {
    default $operator_api_gzip;
    ${accepts('br')} .br;
}`;
  const types = documentKinds(deployment).map(
    ({ label, pattern }) => write`    "~^${pattern}\z" ${label};`,
  );
  const claims = claimPages === 'json' ? '\n    "~^:claims/" .json;' : '';
  return write`# The file that answers, and its type. An address with a suffix names both.
map $operator_api_suffix:$operator_api_name $operator_api_extension {
    default .$operator_api_wanted;
    "~^\." $operator_api_suffix;${claims}
}
map ${pages ? '$operator_api_page_file' : ''}$operator_api_document $operator_api_file {
    default ${pages ? '$operator_api_page_file' : ''}$operator_api_document;
    "" $operator_api_name$operator_api_extension;
    api-catalog ${API_CATALOG.file};
}
map $operator_api_file $operator_api_type {
    default json;
    "~\.csv\z" csv;
${types.join('\n')}
}${precompressed ? codings : ''}`;
}

/** What an answer links to; an error to what it is described in, whatever was asked for. */
function links(deployment: Deployment): string {
  const { claimPages } = deployment;
  const found = '(?:[23]..|412|416)';
  const problem = quote(problemLinks(deployment));
  const document = (file?: string) => quote(documentLinks(deployment, file));
  const table = (format: 'json' | 'csv', hasAlternate = true) => {
    const named = { table: '$operator_api_kind', path: '$operator_api_name', hasAlternate };
    return quote(tableLinks(named, format, deployment));
  };
  const name = { slug: '[^/]+', key: '[^/]+' };
  const kinds = TABLE_PATHS.filter(({ kind, before }) => kind !== before).map(
    ({ kind }) => write`    "~^(?:${tablePattern(name, (one) => one === kind)})\z" ${kind};`,
  );
  return write`# What an answer links to (RFC 8288): the licence, its description, its other form.
map $operator_api_name $operator_api_kind {
    default $operator_api_name;
${kinds.join('\n')}
}
map $status:$operator_api_file $operator_api_link {
    default ${problem};
    "~^204" "";
    "~^${found}:problems/" ${problem};
    "~^${found}:manifest\.json\z" ${document('manifest.json')};
    "~^${found}:api-catalog\.json\z" ${document(API_CATALOG.file)};
    "~^${found}:(?:${documentPattern(deployment)})\z" ${document()};
    "~^${found}:.*\.csv\z" ${table('csv')};${claimPages === 'json' ? `\n    "~^${found}:claims/" ${table('json', false)};` : ''}
    "~^${found}:" ${table('json')};
}`;
}

function headers(deployment: Deployment): string {
  const { publicPath, precompressed } = deployment;
  const { Vary = '' } = specialHeaders('GET', '/operators', deployment);
  const { Allow = '' } = specialHeaders('POST', '/operators', deployment);
  const preflight = preflightHeaders(deployment).map(
    ([name, value]) => `map $status ${variableFor(name)} {
    default "";
    204 ${quote(value)};
}`,
  );
  const encoding = write`
# By the file that was found.
map $status:$uri ${variableFor('Content-Encoding')} {
    default "";
    "~^(?!204|304|412).*\.br\z" br;
    "~^(?!204|304|412).*(?<!\.tar)\.gz\z" gzip;
}`;
  return write`# Headers that not every answer has. Without a suffix an answer is negotiated; errors vary as well.
map $status:$operator_api_suffix:$operator_api_name ${variableFor('Vary')} {
    default "${Vary}, Accept-Encoding";
    "~^204" "";
    "~^(?:[23]..|412)::." "${Vary}, Accept-Encoding";
    "~^(?:[23]..|412)" Accept-Encoding;
}
map $status:$operator_api_suffix:$operator_api_name ${variableFor('Content-Location')} {
    default "";
    "~^(?:[23]..|412)::." ${quote(`${publicPath}/$operator_api_name$operator_api_extension`)};
}${precompressed ? encoding : ''}
map $status ${variableFor('Allow')} {
    default "";
    204 ${quote(Allow)};
    405 ${quote(Allow)};
}
${preflight.join('\n')}`;
}

function preflightHeaders(deployment: Deployment): [name: string, value: string][] {
  const { Allow: _, ...more } = specialHeaders('OPTIONS', '/operators', deployment);
  return Object.entries(more);
}

function variableFor(header: string): string {
  return `$operator_api_${inVariables(header)}`;
}

function inVariables(header: string): string {
  return header.toLowerCase().replaceAll('-', '_');
}

// RFC 3629 §4.
const UTF_8 = [
  write`[\x00-\x7f]`,
  write`[\xc2-\xdf][\x80-\xbf]`,
  write`\xe0[\xa0-\xbf][\x80-\xbf]`,
  write`[\xe1-\xec\xee\xef][\x80-\xbf]{2}`,
  write`\xed[\x80-\x9f][\x80-\xbf]`,
  write`\xf0[\x90-\xbf][\x80-\xbf]{2}`,
  write`[\xf1-\xf3][\x80-\xbf]{3}`,
  write`\xf4[\x80-\x8f][\x80-\xbf]{2}`,
].join('|');

const UNKNOWN_PATH: ProblemName = 'unknown-path';

function problems({ pages }: Deployment): string {
  const named = new Map(UNKNOWN_ADDRESSES.map(({ before, problem }) => [before, problem]));
  const unknown = [...named].map(([before, problem]) => write`    "~^${before}" ${problem};`);
  return write`# No address holds an encoded slash, which nginx would take for a slash, or anything but UTF-8.
map "$request_uri $uri" $operator_api_is_no_address {
    default "";
    "~*^[^? ]*%2f" 1;
    "~^\S* (?!(?:${UTF_8})*+\z)" 1;
}
# The category of a ranking, which may have been removed.
map $operator_api_name$operator_api_document${pages ? '$operator_api_page' : ''} $operator_api_category {
    default "";
    "~^best/(?<operator_api_slug>[^/]+?)(?:\.md)?\z" $operator_api_slug;${
      pages
        ? write`
    "~^/best/(?<operator_api_slug>[a-z0-9-]+)(?:\.[a-z]+)?/?\z" $operator_api_slug;`
        : ''
    }
}
# The document that says what was not found.
map $operator_api_is_no_address$operator_api_name$operator_api_document $operator_api_problem {
    default ${UNKNOWN_PATH};
${unknown.join('\n')}
}`;
}

/** What an error is sent with: a page for people, where the address is beside the API. */
function pageErrors(): string {
  return write`# Beside the API an error is a page for people: browsers name HTML, programs do not.
map $http_accept $operator_api_reader {
    default program;
    "~*${REFUSES_HTML}" program;
    "~*${NAMES_HTML}" person;
}
map $operator_api_is_no_address$operator_api_reader$operator_api_page $operator_api_missing {
    default problems/$operator_api_problem.json;
    "~^person/" ${NOT_FOUND_PAGE};
}
map $operator_api_is_no_address$operator_api_reader$operator_api_page $operator_api_gone {
    default ${removedProblem};
    "~^person/" ${removedPage('$operator_api_category')};
}`;
}

/** What pages may load, by the file that is sent. */
function pageHeaders(): string {
  const policies = SECURITY_POLICIES.map(
    ({ pattern, policy }) => write`    "~^${pattern}\z" ${quote(policy)};`,
  );
  return write`# What pages may load, by the file that is sent.
map $status $operator_api_sent {
    default "";
    204 "";
    "~^(?:[23]..|412|416)" $operator_api_file;
    404 $operator_api_missing;
    410 $operator_api_gone;
}
map $operator_api_sent ${variableFor('Content-Security-Policy')} {
    default "";
${policies.join('\n')}
}`;
}

function server(deployment: Deployment): string {
  const { listen, serverName, precompressed } = deployment;
  return write`server {
    listen ${listen}${serverName === null ? ' default_server' : ''};
    server_name ${serverName === null ? '_' : quote(serverName)};
    root ${quote(apiFolder(deployment))};

    # The type of an answer goes by its address and not by the name of a file.
    types { }
    default_type "";
    etag on;
    if_modified_since before;
    # Several ranges at once are answered whole.
    max_ranges 1;
    # A body changes no answer, however long it says it is (RFC 9110, section 9.3.1).
    client_max_body_size 0;
${indent(precompressed ? 'gzip off;' : compression(deployment))}

    # "always" means errors as well.
${indent(addedHeaders(deployment))}

    if ($request_method = OPTIONS) {
        return 204;
    }
    # nginx forgets that it read HEAD where the address is too long.
    if ($request_method !~ ^(?:${ALLOWED_METHODS.filter((method) => method !== 'OPTIONS').join('|')})?$) {
        return 405;
    }

${indent(publishedLocations(deployment))}

${indent(errors(deployment))}${deployment.pages ? `\n\n${indent(pageLocations(deployment))}` : ''}
}`;
}

/** By default, a longer one does not fit into the table that nginx makes of them. */
const LONGEST_TYPE = 48;

function compression(deployment: Deployment): string {
  const types = textTypes(deployment).filter(({ length }) => length <= LONGEST_TYPE);
  return `# Compressed on the way.
gzip on;
gzip_proxied any;
gzip_types ${types.map(quote).join(' ')};`;
}

function addedHeaders(deployment: Deployment): string {
  const sometimes = [
    ...['Vary', 'Content-Location', 'Link', 'Allow'],
    ...(deployment.pages ? ['Content-Security-Policy'] : []),
    ...preflightHeaders(deployment).map(([name]) => name),
    ...(deployment.precompressed ? ['Content-Encoding'] : []),
  ];
  return [
    ...Object.entries(commonHeaders(deployment)).map(([name, value]) => [name, quote(value)]),
    ...sometimes.map((name) => [name, variableFor(name)]),
  ]
    .map(([name, value]) => `add_header ${name} ${value} always;`)
    .concat(
      '# nginx leaves it out of errors.',
      `add_header Last-Modified $sent_http_last_modified always;`,
    )
    .join('\n');
}

/** The files to try for one: compressed as the client likes, and as it is. */
function stored(file: string, { precompressed }: Deployment): string {
  return precompressed ? `${file}$operator_api_coding ${file}$operator_api_gzip ${file}` : file;
}

/** What the names of inner locations begin with. No page is called like that. */
function inner({ pages }: Deployment, name: string): string {
  return pages ? `/.${name}` : `/${name}`;
}

function publishedLocations(deployment: Deployment): string {
  const base = literally(deployment.publicPath);
  const names = tablePattern({ slug: '[^/]+?', key: '[^/]+?' });
  const sendAs = ([label, type]: readonly [
    label: string,
    type: string,
  ]) => `location = ${inner(deployment, `as-${label}`)} {
    internal;
    default_type ${quote(type)};
    try_files ${stored('/$operator_api_file', deployment)} @missing;
}`;
  const types = [
    ['json', MEDIA_TYPES.json],
    ['csv', MEDIA_TYPES.csv],
    ...documentKinds(deployment).map(({ label, type }) => [label, type] as const),
  ] as const;
  const send = sendFile(deployment);
  const atOrigin = ORIGIN_DOCUMENTS.map(({ pathname }) => {
    const folder = literally(pathname.slice(0, pathname.lastIndexOf('/') + 1));
    const name = literally(pathname.slice(pathname.lastIndexOf('/') + 1));
    return write`location ~ "^${folder}(?<operator_api_document>${name})\z" {
    ${send}
}`;
  });
  return write`# These have one form only. Some look like names of what follows.
location ~ "^${base}/(?<operator_api_document>${documentPattern(deployment)})\z" {
    ${send}
}
location ~ "^${base}/(?<operator_api_name>${names})(?<operator_api_suffix>\.(?:json|csv))?\z" {
    ${send}
}
${atOrigin.join('\n')}
location ~ "^${base}/?\z" {
    rewrite ^ ${quote(`${deployment.publicPath}/index`)} last;
}
location / {
    return 404;
}

${types.map(sendAs).join('\n')}
location @missing {
    if (-f $document_root/${deployment.pages ? '$operator_api_gone' : removedProblem}) {
        return 410;
    }
    return 404;
}`;
}

function sendFile(deployment: Deployment): string {
  return write`if ($operator_api_is_no_address) {
        return 404;
    }
    rewrite ^ ${inner(deployment, 'as-$operator_api_type')} last;`;
}

/** Pages, at the addresses that are not those of the API. */
function pageLocations(deployment: Deployment): string {
  const root = rootOf(deployment.publicPath);
  const api = deployment.publicPath.slice(root.length + 1);
  const front = write`location = ${quote(root)} {
    rewrite ^ ${quote(`${root}/`)} last;
}
`;
  return write`# All other addresses are those of pages.
${root === '' ? '' : front}location ~ "(?s)^${literally(root)}(?<operator_api_page>/(?!${literally(api)}(?:/|\z)).*)" {
    ${sendFile(deployment)}
}`;
}

const removedProblem = `${removedCategoryPath('$operator_api_category')}.json`;

function errors(deployment: Deployment): string {
  const oneNull = write`(?=[^/? ]*%00)(?:[^%/? ]|%(?!2f)[0-7][0-9a-f])+`;
  const every = (part: 'before' | 'after') =>
    [...new Set(UNKNOWN_ADDRESSES.map((address) => literally(address[part])))]
      .filter(Boolean)
      .join('|');
  const [folders, tails] = [every('before'), every('after')];
  const notAllowed = 'problems/method-not-allowed.json';
  const documents = deployment.pages
    ? write`error_page 404 /.$operator_api_missing;
error_page 405 /.${notAllowed};
error_page 410 /.$operator_api_gone;
${errorLocation('problems/.*', MEDIA_TYPES.problem, deployment)}
${errorLocation('pages/.*', DOCUMENT_TYPES['*.html'], deployment)}`
    : write`error_page 404 /problems/$operator_api_problem.json;
error_page 405 /${notAllowed};
error_page 410 /${removedProblem};
location /problems/ {
    internal;
    recursive_error_pages off;
    default_type ${quote(MEDIA_TYPES.problem)};
    try_files ${stored('$uri', deployment)} =404;
}`;
  return write`${documents}

# nginx refuses paths that are too long, hold %00, cannot be decoded or leave the root. Here they are
# unknown; of one that is too long it has read nothing else.
recursive_error_pages on;
error_page 414 =404 ${inner(deployment, `problems/${UNKNOWN_PATH}.json`)};
error_page 400 494 = ${inner(deployment, 'refused')};
location = ${inner(deployment, 'refused')} {
    internal;
    default_type ${quote(MEDIA_TYPES.problem)};
    error_page 404 ${inner(deployment, 'problems/$operator_api_problem.json')};
    if ($request ~* "^\S+ ${literally(deployment.publicPath)}/(?<operator_api_name>(?:${folders})${oneNull}(?:${tails})?)(?:\.json|\.csv)?[? ]") {
        return 404;
    }
    if ($request ~* "^\S+ [^? ]*(?:%(?![0-9a-f]{2})|%00|(?:\.|%2e){2})") {
        return 404;
    }
    # Over HTTP/2 nginx has read nothing at all of an address that it refuses.
    if ($request = "") {
        return 404;
    }
    return 400 '${unpublishedProblem(400, 'Bad Request')}';
}

# A condition that fails and a range beyond the end have an empty answer.
error_page 412 @failed;
location @failed {
    # nginx closes the connection, and would not say so.
    keepalive_timeout 0;
    set $operator_api_nothing "";
    return 412 $operator_api_nothing;
}
error_page 416 @unsatisfiable;
location @unsatisfiable {
    # The other headers are there already.
    add_header Vary "";
    set $operator_api_nothing "";
    return 416 $operator_api_nothing;
}`;
}

/** Where errors are sent from, as a pattern of their files. */
function errorLocation(file: string, mediaType: string, deployment: Deployment): string {
  return write`location ~ "^/\.(?<operator_api_error>${file})" {
    internal;
    recursive_error_pages off;
    default_type ${quote(mediaType)};
    try_files ${stored('/$operator_api_error', deployment)} =404;
}`;
}

function quote(value: string): string {
  return `"${value.replaceAll('"', write`\"`)}"`;
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '    ');
}
