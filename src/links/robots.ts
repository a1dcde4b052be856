/** The rules of a robots.txt for one program (RFC 9309). */
export interface Robots {
  /** Whether an address of the origin may be asked. */
  readonly allows: (url: URL) => boolean;
  /** The seconds between two requests that Crawl-delay asks for; 0 without it. */
  readonly delay: number;
}

/** What holds where there is no robots.txt. */
export const NO_ROBOTS: Robots = { allows: () => true, delay: 0 };

interface Rule {
  readonly isAllowed: boolean;
  readonly pattern: string;
}

interface Group {
  /** In lower case. */
  readonly agents: Set<string>;
  readonly rules: Rule[];
  delay: number;
  /** Whether a rule has ended the list of agents. */
  isBegun: boolean;
}

/**
 * Reads a robots.txt.
 *
 * @param agent The product token of the program, in lower case, such as "operator-api".
 */
export function parseRobots(text: string, agent: string): Robots {
  const groups = readGroups(text);
  const ofAgent = groups.filter(({ agents }) => agents.has(agent));
  const chosen = ofAgent.length > 0 ? ofAgent : groups.filter(({ agents }) => agents.has('*'));
  const rules = chosen.flatMap((group) => group.rules);
  return {
    allows(url) {
      const path = normalise(url.pathname + url.search);
      // The longest pattern wins, and of equal ones that which allows (RFC 9309 §2.2.2).
      const [strongest] = rules
        .filter(({ pattern }) => matches(pattern, path))
        .sort(
          (a, b) =>
            b.pattern.length - a.pattern.length || Number(b.isAllowed) - Number(a.isAllowed),
        );
      return strongest?.isAllowed ?? true;
    },
    delay: Math.max(0, ...chosen.map(({ delay }) => delay)),
  };
}

function readGroups(text: string): readonly Group[] {
  const groups: Group[] = [];
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)) {
    const [content = ''] = line.split('#', 1);
    const colon = content.indexOf(':');
    const key = content.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const value = content.slice(colon + 1).trim();
    const group = groups.at(-1);
    if (key === 'user-agent') {
      // Versions and the like after the token are ignored.
      const [name = ''] = /^(?:\*|[a-z_-]+)/i.exec(value) ?? [];
      const isFurther = group !== undefined && !group.isBegun;
      const open = isFurther ? group : { agents: new Set<string>(), rules: [], ...UNBEGUN };
      open.agents.add(name.toLowerCase());
      if (!isFurther) groups.push(open);
    } else if (group !== undefined && (key === 'allow' || key === 'disallow')) {
      group.isBegun = true;
      // An empty rule matches nothing.
      if (value !== '') {
        group.rules.push({ isAllowed: key === 'allow', pattern: normalise(value) });
      }
    } else if (group !== undefined && key === 'crawl-delay') {
      group.isBegun = true;
      if (/^\d{1,9}(?:\.\d{1,9})?$/.test(value)) group.delay = Number(value);
    }
  }
  return groups;
}

const UNBEGUN = { delay: 0, isBegun: false };

/** Equal addresses become equal texts: with the same characters percent-encoded (RFC 9309 §2.2.2). */
function normalise(path: string): string {
  return path
    .replace(/\p{Cs}/gu, '')
    .replace(/[^\x21-\x7e]/gu, encodeURIComponent)
    .replace(/%[\da-f]{2}/gi, (code) => {
      const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : code.toUpperCase();
    });
}

/** Whether a path starts as a pattern says: `*` is any text, `$` at its end is the end of the path. */
function matches(pattern: string, path: string): boolean {
  const isAnchored = pattern.endsWith('$');
  const [first = '', ...pieces] = (isAnchored ? pattern.slice(0, -1) : pattern).split('*');
  const last = isAnchored ? pieces.pop() : '';
  if (!path.startsWith(first)) return false;
  let end = first.length;
  for (const piece of pieces) {
    const start = path.indexOf(piece, end);
    if (start === -1) return false;
    end = start + piece.length;
  }
  return last === undefined
    ? end === path.length
    : path.length - last.length >= end && path.endsWith(last);
}
