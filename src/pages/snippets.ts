// The page that builds snippets runs this in browsers, so it imports nothing that needs a package.

/** An element as it is written into a page. */
export interface Markup {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children?: readonly (Markup | string)[];
}

/** What a snippet is about. */
export interface Subject {
  /** Its slug, or its key. */
  readonly name: string;
  readonly title: string;
  /** The address of its page. */
  readonly page: string;
}

/** The choices on the page that builds snippets. */
export interface Choice {
  /** The address of the front page, ending in a slash. */
  readonly root: string;
  readonly service: string;
  readonly category: Subject;
  readonly operator: Subject;
  readonly metric: Subject;
  /** The metrics that a card shows. */
  readonly metrics: readonly string[];
  readonly limit: string;
  /** Empty for that of the page. */
  readonly theme: string;
  /** The height of a frame with the ranking, in pixels. */
  readonly height: number;
}

/** The height of a frame with the card of an operator, in pixels. */
export const CARD_HEIGHT = 340;

/** How many operators an embedded ranking shows. */
export const EMBEDDED_ROWS = 10;

/** The height of a frame with a ranking of so many operators, in pixels. */
export function rankingHeight(operators: number): number {
  return 200 + 57 * Math.min(Math.max(operators, 1), EMBEDDED_ROWS);
}

/** Everything that can be put on another page, by its name in the form. */
export const SNIPPETS = {
  ranking: ({ category, limit, theme }: Choice) =>
    custom('operator-ranking', { category: category.name, limit, theme }, category),
  card: ({ operator, metrics, theme }: Choice) =>
    custom(
      'operator-card',
      { operator: operator.name, metrics: metrics.join(' '), theme },
      operator,
    ),
  metric: ({ operator, metric, theme }: Choice) =>
    custom('operator-metric', { operator: operator.name, metric: metric.name, theme }, operator),
  'operator-badge': ({ root, service, operator }: Choice) =>
    picture(
      operator,
      `${root}badges/operators/${operator.name}.svg`,
      `${operator.title} on ${service}`,
    ),
  'ranking-badge': ({ root, service, category }: Choice) =>
    picture(category, `${root}badges/best/${category.name}.svg`, `${category.title} on ${service}`),
  'ranking-chart': ({ root, category }: Choice) =>
    picture(category, `${root}best/${category.name}.svg`, `Chart: ${category.title}`),
  'metric-chart': ({ root, metric }: Choice) =>
    picture(metric, `${root}metrics/${metric.name}.svg`, `Chart: ${metric.title}`),
  'ranking-frame': ({ root, category, height }: Choice) =>
    frame(`${root}embed/best/${category.name}`, category.title, '100%', height),
  'operator-frame': ({ root, operator }: Choice) =>
    frame(`${root}embed/operators/${operator.name}`, operator.title, '100%', CARD_HEIGHT),
} as const satisfies Readonly<Record<string, (choice: Choice) => Markup>>;
export type SnippetName = keyof typeof SNIPPETS;

/** Whether a snippet needs the script of the elements. */
export function needsScript({ tag }: Markup): boolean {
  return tag.startsWith('operator-');
}

/** A snippet as text to copy, with the script that it needs. */
export function snippetText(markup: Markup, root: string): string {
  const script = { tag: 'script', attributes: { type: 'module', src: `${root}widget.js` } };
  return [...(needsScript(markup) ? [script] : []), markup].map((one) => htmlOf(one)).join('\n');
}

/** @param width In pixels, or a percentage. */
export function frame(src: string, title: string, width: string, height: number): Markup {
  const attributes = {
    src,
    title,
    width,
    height: String(height),
    loading: 'lazy',
    frameborder: '0',
  };
  return { tag: 'iframe', attributes };
}

/** An element as HTML. Elements in it have lines of their own. */
export function htmlOf({ tag, attributes, children = [] }: Markup): string {
  const start = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${escapeMarkup(value)}"`,
  );
  const open = `<${tag}${start.join('')}>`;
  if (tag === 'img') return open;
  const inner = children.map((child) =>
    typeof child === 'string'
      ? escapeMarkup(child)
      : `\n  ${htmlOf(child).replaceAll('\n', '\n  ')}`,
  );
  const isNested = children.some((child) => typeof child !== 'string');
  return `${open}${inner.join('')}${isNested ? '\n' : ''}</${tag}>`;
}

/** Text as it is written in HTML and XML, in attributes too. */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A custom element; the link in it is for readers without scripts, and for when the request fails. */
function custom(
  tag: string,
  given: Readonly<Record<string, string>>,
  { page, title }: Subject,
): Markup {
  const attributes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  return {
    tag,
    attributes,
    children: [{ tag: 'a', attributes: { href: page }, children: [title] }],
  };
}

function picture({ page }: Subject, src: string, alt: string): Markup {
  const image = { tag: 'img', attributes: { src, alt, loading: 'lazy' } };
  return { tag: 'a', attributes: { href: page }, children: [image] };
}
