import {
  API_CATALOG,
  commonHeaders,
  documentLinks,
  type Headers,
  NAMES_HTML,
  NOT_FOUND_PAGE,
  ORIGIN_DOCUMENTS,
  pageHeaders,
  problemLinks,
  REFUSES_HTML,
  removedPage,
  tableLinks,
} from '../policy/index.ts';
import {
  documentType,
  literally,
  MANIFEST_PATH,
  MEDIA_TYPES,
  PAGE_NAME,
  PAGE_SUFFIX,
} from '../represent/index.ts';
import { type ProblemName, problemPath, removedCategoryPath } from '../resources/index.ts';
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
 * Caddy, from 2.6 on, as it comes: no plugins, no global options, one site block
 * (https://caddyserver.com/docs/caddyfile). Which categories were removed is looked up among the
 * published files.
 */
export const caddy: Host = {
  name: 'caddy',
  limits: {
    files: null,
    filesInFolder: null,
    fileSize: null,
    source: 'https://caddyserver.com/docs/',
  },
  defaultRoot: '/var/www/operator-api',
  hasEdgeCode: false,
  configure: (deployment) => [{ path: 'Caddyfile', text: caddyfile(deployment) }],
};

function caddyfile(deployment: Deployment): string {
  const { address, port } = splitListen(deployment.listen);
  return `# ${SOURCE_LINE}
# For Caddy 2.6 or later without plugins: use it as /etc/caddy/Caddyfile, or import it there.
# On port 443 and with a host name, Caddy gets and renews the certificate by itself.

${siteAddress(deployment, port)} {${address === '' ? '' : `\n\tbind ${address}`}
	root * ${quote(apiFolder(deployment))}

	# Caddy sorts directives; in a route they run in the order in which they stand.
	route {
		# On every answer: caching, CORS for everyone, no sniffing.
		header {
${fields(3, commonHeaders(deployment))}
		}${indent(2, varyOnce(deployment))}

${indent(2, earlyWayOut(deployment))}

		# What is answered unless something better is found below.
		vars status 404
		vars problem ${fileOf('unknown-path')}

${indent(2, preflight(deployment))}

		# The base address is the index; here dots are resolved, and an encoded slash is not decoded.
		@base {
			path_regexp \`^${literally(deployment.publicPath)}/?$\`
			not expression \`{uri}.matches(r'(?i)^[^?]*%2f')\`
		}
		rewrite @base ${deployment.publicPath}/index
${deployment.pages ? `\n${indent(2, pages(deployment))}\n` : ''}
		# An address is read with GET or HEAD. An encoded slash separates nothing, dots at the end
		# name a folder, and text is UTF-8.
		@address {
			method GET HEAD
			not expression \`${MALFORMED}\`
		}
		route @address {
${indent(3, negotiation(deployment))}

${indent(3, files(deployment))}

${indent(3, explanations(deployment))}
		}

${indent(2, otherMethods(deployment))}

${indent(2, errors(deployment))}
	}
}
`;
}

/** A port, or an address and a port; `bind` takes the address of IPv6 without its brackets. */
function splitListen(listen: string): { address: string; port: string } {
  const at = listen.lastIndexOf(':');
  const address = listen.slice(0, Math.max(at, 0)).replace(/^\[|\]$/g, '');
  return { address, port: listen.slice(at + 1) };
}

/** Plain HTTP unless there is a name to get a certificate for, and the port to use it on. */
function siteAddress({ serverName }: Deployment, port: string): string {
  if (serverName === null) return `http://:${port}`;
  return port === '443' ? `https://${serverName}` : `http://${serverName}:${port}`;
}

const ENCODED_SLASH = "{uri}.matches(r'(?i)^[^?]*%2f')";
// A pattern finds U+FFFD where bytes are no UTF-8, but also where it was written.
const NOT_UTF_8 = "{path}.matches(r'\\x{0FFFD}') && !{uri}.matches(r'(?i)^[^?]*%ef%bf%bd')";
const MALFORMED = `${ENCODED_SLASH} || {path}.matches(r'/[.][.]?$') || ${NOT_UTF_8}`;

function preflight(deployment: Deployment): string {
  return `@preflight method OPTIONS
handle @preflight {
	header {
${fields(2, specialHeaders('OPTIONS', '/operators', deployment))}
	}
	respond 204
}`;
}

const SLUG = '[a-z0-9]+(?:-[a-z0-9]+)*';
const NAMES = { slug: SLUG, key: '[a-z0-9_]+' };
const RESOURCE = `(?:${tablePattern(NAMES)})`;

/** Accept headers with which CSV can win: they name it, or its kind, or give JSON a weight. */
const CAN_MEAN_CSV = '(?i)text/(csv|\\*)|application/(json|\\*)[^,]*;';

/** A name of a file that is too long would be an error of the server. */
const TOO_LONG = '^.{200}';

/**
 * Most requests are for a whole table at an address as it is published, with an Accept header that
 * can only mean JSON. What all others need would take several times as long as to send the file.
 */
function earlyWayOut(deployment: Deployment): string {
  const { publicPath } = deployment;
  const base = literally(publicPath);
  return `# Most requests leave here: where CSV cannot be meant, an address without a suffix is its JSON,
@bare {
	method GET HEAD
	vars_regexp bare {http.request.uri} \`^${base}/(${RESOURCE})(?:[?]|$)\`
	not vars_regexp {http.request.uri} ${TOO_LONG}
	not header_regexp Accept \`${CAN_MEAN_CSV}\`
}
route @bare {
${indent(1, vary(deployment))}
	header Content-Location ${publicPath}/{http.regexp.bare.1}.json
	rewrite * ${publicPath}/{http.regexp.bare.1}.json
}
# and a file that is there is sent, unless a part of it is asked for.
@entire {
	method GET HEAD
	vars_regexp table {http.request.uri} \`^${base}/(${RESOURCE})\\.(json|csv)(?:[?]|$)\`
	not vars_regexp {http.request.uri} ${TOO_LONG}
	not header Range *
}
route @entire {
${indent(1, tableHeaders(deployment))}
	rewrite * /{http.regexp.table.1}.{http.regexp.table.2}
${indent(1, ONE_LINE_OF_TAGS)}
${indent(1, fileServer(deployment, ['pass_thru']))}
	# There is none, and below is said why.
	rewrite * {http.request.orig_uri.path}
}`;
}

/** With its name and its form in the groups of the pattern called `table`. */
function tableHeaders(deployment: Deployment): string {
  const { publicPath, claimPages } = deployment;
  const stem = '{http.regexp.table.1}';
  const headersOf = (format: 'json' | 'csv', hasAlternate = true): Headers => ({
    'Content-Type': MEDIA_TYPES[format],
    Link: tableLinks(
      { table: '{operator_api_kind}', path: stem, hasAlternate },
      format,
      deployment,
    ),
  });
  const kinds = TABLE_PATHS.map(({ kind, before, name, after }) =>
    name === null ? `\t${before} ${kind}` : `\t~^${before}[^/]+${after}$ ${kind}`,
  );
  const single =
    claimPages === 'json'
      ? `\n@claim-page path ${publicPath}/claims/*
header @claim-page {
${fields(1, headersOf('json', false))}
}`
      : '';
  return `# Its type, and what it links to: the licence, its description, its other form.
map ${stem} {operator_api_kind} {
${kinds.join('\n')}
}
header {
${fields(1, headersOf('json'))}
}
@csv-file path *.csv
header @csv-file {
${fields(1, headersOf('csv'))}
}${single}`;
}

const ONE_LINE_OF_TAGS = `# Caddy reads the first line of each, but all lines are one list (RFC 9110, section 5.3).
@must-match header If-Match *
request_header @must-match If-Match "{header.If-Match}"
@none-match header If-None-Match *
request_header @none-match If-None-Match "{header.If-None-Match}"`;

function negotiation(deployment: Deployment): string {
  const { publicPath, claimPages } = deployment;
  const single =
    claimPages === 'json'
      ? `\n\t# Claims have one form.\n\t@single path ${publicPath}/claims/*\n\trequest_header @single -Accept`
      : '';
  return `# Without a suffix the Accept header chooses the file (RFC 9110, section 12.5.1).
@negotiated path_regexp negotiated \`^${literally(publicPath)}/(${RESOURCE})$\`
route @negotiated {${single}
${indent(1, rangesAsKeys())}
${indent(1, greatestKey())}

${indent(1, vary(deployment))}
	rewrite @csv ${publicPath}/{http.regexp.negotiated.1}.csv
	@json not path *.csv
	rewrite @json ${publicPath}/{http.regexp.negotiated.1}.json
	header Content-Location {path}
}`;
}

// RFC 9110, section 5.6.2 and 12.4.2; \x60 is the backquote, which would end a literal.
const TOKEN = "[!#$%&'*+.^_\\x60|~0-9A-Za-z-]+";
const NOT_Q = "(?:[!#$%&'*+.^_\\x60|~0-9A-PR-Za-pr-z-]|[!#$%&'*+.^_\\x60|~0-9A-Za-z-]{2,})";
const PARAMETER = `${NOT_Q}=(?:${TOKEN}|"")`;
const WEIGHT = '0(?:\\.[0-9]{0,3})?|1(?:\\.0{0,3})?';
const MEDIA_RANGE =
  `(${TOKEN}/${TOKEN})(?:;(?:${PARAMETER})?)*` +
  `(?:;[Qq]=(${WEIGHT})(?:;(?:${PARAMETER}|[Qq]=(?:${WEIGHT}))?)*)?`;

/** Characters, as many as nginx takes of a header by default. */
const LONGEST_ACCEPT = 8192;

/**
 * RE2 has neither lookaround nor backreferences, so the header is brought into one form first:
 * a list of keys with digits, among which the best is the greatest.
 */
function rangesAsKeys(): string {
  return `# What is longer than any client means it is not read: taking megabytes apart takes seconds.
@endless expression size({header.Accept}) > ${LONGEST_ACCEPT}
request_header @endless -Accept
# A header of our own takes the ranges down: all lines of Accept in one,
request_header X-Ranges "{header.Accept},"
# without what a quote that is never closed swallows, nor what stands in quotes,
request_header X-Ranges \`^((?:[^"]|"(?:[^"\\\\]|\\\\.)*")*)"(?:[^"\\\\]|\\\\.)*$\` \`$1",\`
request_header X-Ranges \`"(?:[^"\\\\]|\\\\.)*"\` \`""\`
# without spaces around commas and semicolons, each member between two commas;
request_header X-Ranges \`[ \\t]*;[ \\t]*\` \`;\`
request_header X-Ranges \`[ \\t]*([^,]*?)[ \\t]*,\` \`,$1,\`
# of a member that follows the grammar <type/subtype=weight>, of any other nothing.
request_header X-Ranges \`,${MEDIA_RANGE},\` \`<$1=$2>\`
request_header X-Ranges \`,[^,]*,\` \` \`
# A weight is 1 unless it is given, and has four digits.
request_header X-Ranges \`=>\` \`=1>\`
request_header X-Ranges \`>\` \`000>\`
request_header X-Ranges \`=([01])\\.?([0-9]{3})[0-9]*>\` \`=$1$2>\`
# The first digit of a key says how specific the range is, the others are its weight.
request_header X-Ranges \`(?i)<text/csv=\` \`<csv:3\`
request_header X-Ranges \`(?i)<text/\\*=\` \`<csv:2\`
request_header X-Ranges \`(?i)<application/json=\` \`<json:3\`
request_header X-Ranges \`(?i)<application/\\*=\` \`<json:2\`
request_header X-Ranges \`<\\*/\\*=([0-9]+)>\` \`<json:1$1><csv:1$1>\`
request_header X-Ranges "{header.X-Ranges}<json:00000><csv:00000>"`;
}

/** Digit by digit, since the expression language (CEL) knows no maximum and comparing all pairs takes long. */
function greatestKey(): string {
  const digits = "'9876543210'.split('')";
  const nextDigit = (choices: string) =>
    `.map(key, key + ${choices}.filter(digit, {header.X-Ranges}.contains(key + digit))[0])`;
  return `# For either form the greatest key speaks, found digit by digit. CSV it is when its weight is
# not zero and the greater one; when equal, it is more specific; when that too, named first.
@csv expression \`[
['<csv:', '<json:']
${nextDigit("['3', '2', '1', '0']")}
${nextDigit(digits)}
${nextDigit(digits)}
${nextDigit(digits)}
${nextDigit(digits)}
.map(key, [key, key.split(':')[1].substring(1) + key.split(':')[1].substring(0, 1)])
].exists(best, best[0][1] > '00009' && (
best[0][1] > best[1][1]
|| best[0][1] == best[1][1]
&& {header.X-Ranges}.indexOf(best[0][0]) < {header.X-Ranges}.indexOf(best[1][0])
))\``;
}

function files(deployment: Deployment): string {
  const { publicPath } = deployment;
  const base = literally(publicPath);
  const types = documentKinds(deployment).map(
    // An asterisk that neither starts nor ends a path stops at a slash.
    ({ label, glob, type }) =>
      `@${label} path ${glob.startsWith('*') ? glob : `${publicPath}/${glob.replace('*.json', '*')}`}
header @${label} Content-Type ${quote(type)}`,
  );
  const atOrigin = ORIGIN_DOCUMENTS.map(({ pathname, file }, index) => {
    const matcher = `@origin${index + 1}`;
    return `${matcher} path_regexp \`^${literally(pathname)}$\`\nrewrite ${matcher} ${publicPath}/${file}`;
  });
  return `# With a suffix it is the name of a file, if there is one.
${atOrigin.join('\n')}
@suffixed path_regexp suffixed \`^${base}/(${RESOURCE}\\.(?:json|csv)|${documentPattern(deployment)})$\`
route @suffixed {
	@published file /{http.regexp.suffixed.1}
	route @published {
		header Content-Type ${quote(MEDIA_TYPES.json)}
${indent(2, types.join('\n'))}
${indent(2, linksOfDocuments(deployment))}${deployment.pages ? `\n${indent(2, securityPolicies(deployment))}` : ''}
		@table path_regexp table \`^${base}/(${RESOURCE})\\.(json|csv)$\`
		route @table {
${indent(3, tableHeaders(deployment))}
		}
		rewrite * /{http.regexp.suffixed.1}
${indent(2, sending(deployment))}
	}
}`;
}

/** What a document links to (RFC 8288); what matches later replaces what came before. */
function linksOfDocuments(deployment: Deployment): string {
  const { publicPath } = deployment;
  const link = (matcher: string, links: string) => `header ${matcher}Link ${quote(links)}`;
  return `${link('', documentLinks(deployment))}
@manifest path ${publicPath}/${MANIFEST_PATH}
${link('@manifest ', documentLinks(deployment, MANIFEST_PATH))}
@problem path ${publicPath}/problems/*
${link('@problem ', problemLinks(deployment))}
@linkset path ${publicPath}/${API_CATALOG.file}
${link('@linkset ', documentLinks(deployment, API_CATALOG.file))}`;
}

/** What pages may load; what matches later replaces what came before. */
function securityPolicies({ publicPath }: Deployment): string {
  return [...SECURITY_POLICIES]
    .reverse()
    .map(
      ({ pattern, policy }, index) =>
        `@policy${index + 1} path_regexp \`^${literally(publicPath)}/${pattern}$\`
header @policy${index + 1} Content-Security-Policy ${quote(policy)}`,
    )
    .join('\n');
}

/**
 * Pages are files of the API, at addresses beside it. Which error there would be is found out before the
 * address is rewritten.
 */
function pages(deployment: Deployment): string {
  const { publicPath } = deployment;
  const root = rootOf(deployment.publicPath);
  const base = literally(root);
  const others = [
    `${literally(publicPath)}(?:/|$)`,
    ...ORIGIN_DOCUMENTS.map(({ pathname }) => `${literally(pathname)}$`),
  ];
  const ranking = '{http.regexp.ranking.1}';
  return `# At all addresses beside the API are pages. One without a suffix is that of HTML.
@page {
	method GET HEAD
	path_regexp \`^${base}(?:/|$)\`
	not path_regexp \`^(?:${others.join('|')})\`
	not expression \`${ENCODED_SLASH} || ${NOT_UTF_8}\`
}
route @page {
	# An error is a page for people: browsers name HTML, programs do not.
	@person {
		header_regexp Accept \`(?i)${NAMES_HTML}\`
		not header_regexp Accept \`(?i)${REFUSES_HTML}\`
	}
	vars @person problem ${NOT_FOUND_PAGE}
	@ranking path_regexp ranking \`^${base}/best/(${SLUG})(?:\\.[a-z]+)?/?$\`
	route @ranking {
		vars gone ${removedCategoryPath(ranking)}.json
		vars @person gone ${removedPage(ranking)}
		@gone file /{http.vars.gone}
		vars @gone status 410
		vars @gone problem {http.vars.gone}
	}
	@with-suffix path_regexp page \`^${base}/(${PAGE_NAME}${PAGE_SUFFIX})/?$\`
	rewrite @with-suffix ${publicPath}/pages/{http.regexp.page.1}
	@without-suffix path_regexp page \`^${base}/(${PAGE_NAME})/?$\`
	rewrite @without-suffix ${publicPath}/pages/{http.regexp.page.1}.html
	@front path_regexp \`^${base}/?$\`
	rewrite @front ${publicPath}/pages/index.html
}`;
}

/** Sends the file that the address was rewritten to, whole or in part. */
function sending(deployment: Deployment): string {
  return `${ONE_LINE_OF_TAGS}
# Caddy would answer several ranges in parts, and one that it cannot read with an
# error: only one stretch of bytes, asked for with GET, is not sent whole.
request_header Range "{header.Range}"
request_header Range \`(?i)^bytes=[ \\t]*\` bytes=
@whole not {
	method GET
	header_regexp Range \`^bytes=([0-9]{1,15}-[0-9]{0,15}|-0*[1-9][0-9]{0,14})$\`
}
request_header @whole -Range
@backwards expression \`{header.Range}.matches('[0-9]-[0-9]') &&
int({header.Range}.substring(6).split('-')[0]) > int({header.Range}.split('-')[1])\`
request_header @backwards -Range
# A part is one of the file as it is: where a range is beyond the end, Caddy sends plain text,
# and would not take back the coding.
@part header Range *
request_header @part -Accept-Encoding
${fileServer(deployment)}`;
}

/** Which document explains why there is nothing at an address: of several, the last that fits. */
function explanations({ publicPath }: Deployment): string {
  const base = literally(publicPath);
  const removed = `${removedCategoryPath('{http.regexp.category.1}')}.json`;
  const unknown = UNKNOWN_ADDRESSES.map(({ before, after, hasForms, problem }, index) => {
    const form = hasForms ? '(?:\\.(?:json|csv))?' : '';
    return `@unknown-${index} path_regexp \`^${base}/${before}[^/]+${literally(after)}${form}$\`
vars @unknown-${index} problem ${fileOf(problem)}`;
  });
  return `# Otherwise a document says what there is not.
${unknown.join('\n')}
@category path_regexp category \`^${base}/best/(${SLUG})(?:${RANKING_SUFFIXES.map(literally).join('|')})?$\`
route @category {
	@removed file /${removed}
	vars @removed status 410
	vars @removed problem ${removed}
}`;
}

function otherMethods(deployment: Deployment): string {
  const { Allow = '' } = specialHeaders('POST', '/operators', deployment);
  return `@other not method GET HEAD
route @other {
	header {
${fields(2, { Allow })}
	}
	vars status 405
	vars problem ${fileOf('method-not-allowed')}
	# Caddy gives files to readers only.
	method GET
}`;
}

function errors(deployment: Deployment): string {
  const { precompressed } = deployment;
  const { Vary = '', ...error } = specialHeaders('GET', '/nowhere', deployment);
  return `# An error is sent whole, whatever the conditions, and has no other address.
${CONDITIONS.map((name) => `request_header -${name}`).join('\n')}${deployment.pages ? `\n${ERROR_PAGES}` : ''}
header {
${fields(1, { ...error, ...(precompressed ? {} : { Vary }) })}
	-Content-Location
}${precompressed ? `\n${vary(deployment)}` : ''}
rewrite * /{http.vars.problem}
${fileServer(deployment, ['status {http.vars.status}'])}`;
}

const ERROR_PAGES = `# Of headers that are set when an answer is sent, the first that is named here counts.
@error-page vars_regexp {http.vars.problem} ^pages/
header @error-page {
${fields(1, { 'Content-Type': documentType(NOT_FOUND_PAGE), ...pageHeaders(NOT_FOUND_PAGE) })}
	defer
}`;

const CONDITIONS = [
  'If-Match',
  'If-None-Match',
  'If-Modified-Since',
  'If-Unmodified-Since',
  'If-Range',
  'Range',
];

function fileServer({ precompressed }: Deployment, options: readonly string[] = []): string {
  const all = [
    ...options,
    // It would redirect by the address that was asked for.
    'disable_canonical_uris',
    ...(precompressed ? ['precompressed br gzip'] : []),
  ];
  return `file_server {\n${all.map((option) => `\t${option}\n`).join('')}}`;
}

function fileOf(problem: ProblemName): string {
  return `${problemPath(problem)}.json`;
}

/** Says that an answer also depends on Accept. */
function vary(deployment: Deployment): string {
  const { Vary = '' } = specialHeaders('GET', '/operators', deployment);
  return deployment.precompressed ? `vars vary "${Vary}, Accept-Encoding"` : `header Vary ${Vary}`;
}

/** Compressed siblings make every answer depend on what the client can decompress. */
function varyOnce({ precompressed }: Deployment): string {
  return precompressed
    ? `
# Caddy adds a line of its own to what is compressed; when an answer is sent, one line replaces both.
vars vary Accept-Encoding
header {
	Vary {http.vars.vary}
	defer
}`
    : '';
}

function fields(depth: number, headers: Headers): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name} ${quote(value)}`);
  return indent(depth, lines.join('\n'));
}

function indent(depth: number, text: string): string {
  return text.replace(/^(?=.)/gm, '\t'.repeat(depth));
}

/** A value as one word of a Caddyfile (https://caddyserver.com/docs/caddyfile/concepts#tokens-and-quotes). */
function quote(value: string): string {
  return /[\s"]/.test(value) ? `"${value.replaceAll('"', '\\"')}"` : value;
}
