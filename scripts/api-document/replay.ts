import { BASE, type Publication, type Request } from './publication.ts';
import { shortenJson, shortenLines } from './shorten.ts';

/** What a curl command of the document asks for. */
interface Command extends Request {
  /** With the headers before the body. */
  readonly showsHeaders: boolean;
}

/**
 * Reads a curl command as the document writes them: -s, -i, -I, -X, -H and one address.
 *
 * @throws an Error for anything else
 */
function parseCurl(line: string): Command {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare);
  const headers: Record<string, string> = {};
  let [method, url, showsHeaders] = ['GET', '', false];
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '-s') continue;
    else if (word === '-i') showsHeaders = true;
    else if (word === '-I') [method, showsHeaders] = ['HEAD', true];
    else if (word === '-X') method = words[++at] ?? '';
    else if (word === '-H') {
      const [, name = '', value = ''] = /^([\w-]+): (.*)$/.exec(words[++at] ?? '') ?? [];
      headers[name] = value;
    } else if (word.startsWith('https://')) url = word;
    else throw new Error(`${line}: ${word} is not an option that the document uses`);
  }
  return { method, url, headers, showsHeaders };
}

/** A command with the current entity tag of its address in place of `{etag}`. */
export async function putInTag(line: string, { ask }: Publication): Promise<string> {
  if (!line.includes('{etag}')) return line;
  const { url } = parseCurl(line);
  return line.replace('{etag}', (await ask({ url })).headers.get('etag') ?? '');
}

/** The answer to a curl command, as a fenced block of Markdown. */
export async function replay(line: string, publication: Publication): Promise<string> {
  const command = parseCurl(line);
  const response = await publication.ask(command);
  const type = response.headers.get('content-type') ?? '';
  const body = shortenBody(await response.text(), type, command.url);
  if (!command.showsHeaders) return fenced(languageOf(type), body);
  const head = headOf(response);
  return fenced('http', body === '' ? head : `${head}\n\n${body}`);
}

function shortenBody(text: string, type: string, url: string): string {
  if (text === '') return '';
  if (/json/.test(type)) return hideDigests(shortenLines(shortenJson(text), 48, '// '), url);
  return hideDigests(shortenLines(text, /csv/.test(type) ? 3 : 12), url);
}

/** Compressed bytes, and so their number and digest, depend on the zlib of the Node that made them. */
function hideDigests(text: string, url: string): string {
  if (!url.startsWith(`${BASE}/snapshots`)) return text;
  return text.replace(/("bytes": |,)\d+(,[0-9a-f]{64},|,\n)/g, hideSize).replace(DIGEST, '…');
}

function hideSize(_: string, before: string, after: string): string {
  return `${before}…${after}`;
}

const DIGEST = /\b[0-9a-f]{64}\b/g;

/** Without what every connection has. */
function headOf(response: Response): string {
  const hidden = ['date', 'connection', 'keep-alive'];
  const lines = [...response.headers]
    .filter(([name]) => !hidden.includes(name))
    .map(
      ([name, value]) => `${name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())}: ${value}`,
    )
    .map((line) => line.replace('Etag:', 'ETag:'));
  return [`HTTP/1.1 ${response.status} ${response.statusText}`, ...lines].join('\n');
}

function languageOf(type: string): string {
  if (/json/.test(type)) return 'jsonc';
  if (/xml/.test(type)) return 'xml';
  return /csv/.test(type) ? 'csv' : 'text';
}

/** A block of code in Markdown. */
export function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
