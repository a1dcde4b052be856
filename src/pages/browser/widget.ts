import { type CardFields, cardRows, endInWords, valueInWords } from '../card.ts';

/** The front page of the site that this script is from, wherever that is. */
const ROOT = new URL('.', import.meta.url).href;
const API = `${ROOT}api/v1/`;

interface Meta {
  readonly service: string;
  readonly license: string;
  readonly license_url: string;
}

interface Answer<R, M = Meta> {
  readonly meta: M;
  readonly data: readonly R[];
}

interface Datum {
  readonly metric: string;
  readonly metric_name: string;
  readonly value: string | number | boolean;
  readonly unit: string | null;
  readonly evidence_url: string | null;
  readonly observed_at: string | null;
}

interface RankedOperator extends Datum {
  readonly rank: number;
  readonly name: string;
  readonly url: string;
}

interface RankingMeta extends Meta {
  readonly category: string;
  readonly title: string;
}

interface OperatorDetail extends CardFields {
  readonly name: string;
  readonly url: string;
}

/** Why there is nothing to show, where another attempt would show nothing either. */
class Failure extends Error {}

/** A request that elements share. */
interface Shared {
  readonly answer: Promise<unknown>;
  readonly controller: AbortController;
  users: number;
}

/** By the path in the API, for as long as an element shows the answer. */
const requests = new Map<string, Shared>();

function join(path: string): Shared {
  const shared = requests.get(path) ?? start(path);
  shared.users += 1;
  return shared;
}

function start(path: string): Shared {
  const controller = new AbortController();
  const shared = { answer: load(path, controller.signal), controller, users: 0 };
  requests.set(path, shared);
  // The next element that needs it tries again.
  shared.answer.catch(() => forget(path, shared));
  return shared;
}

function leave(path: string, shared: Shared): void {
  shared.users -= 1;
  if (shared.users > 0) return;
  shared.controller.abort();
  forget(path, shared);
}

function forget(path: string, shared: Shared): void {
  if (requests.get(path) === shared) requests.delete(path);
}

async function load(path: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(API + path, { signal });
  const body = await response.json();
  if (response.ok) return body;
  // Problem details (RFC 9457). Those of a removed ranking say why.
  if (response.status === 410) throw new Failure(String(body.detail));
  if (response.status === 404) throw new Failure(`${body.title}: ${nameIn(path)}`);
  throw new Error(response.statusText);
}

/** The operator or the category in a path. */
function nameIn(path: string): string {
  return decodeURIComponent(path.split('/')[1] ?? '').replace(/\.json$/, '');
}

type Joined = readonly [path: string, shared: Shared];

abstract class Widget extends HTMLElement {
  readonly #box = make('div', { part: 'widget', lang: 'en', dir: 'ltr', tabindex: '-1' });
  #joined: readonly Joined[] = [];
  #isScheduled = false;
  #hasContent = false;

  /** The answers that the attributes ask for. Throws a `Failure` if one is missing. */
  abstract paths(): readonly string[];

  abstract view(answers: readonly unknown[]): readonly Node[];

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    root.append(this.#box);
  }

  connectedCallback(): void {
    this.#schedule();
  }

  disconnectedCallback(): void {
    this.#schedule();
  }

  attributeChangedCallback(): void {
    this.#schedule();
  }

  /** The value of an attribute that must be there. */
  protected required(name: string): string {
    const value = this.getAttribute(name)?.trim();
    if (!value) throw new Failure(`The attribute "${name}" is missing.`);
    return encodeURIComponent(value);
  }

  /** Once for all that changes in one turn: several attributes, or a move within the page. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.#update();
    });
  }

  async #update(): Promise<void> {
    const left = this.#joined;
    const joined: Joined[] = [];
    this.#joined = joined;
    const answers = this.isConnected ? this.#join(joined) : null;
    // Only now, so that an answer that is still shown is not requested again.
    for (const [path, shared] of left) leave(path, shared);
    if (answers === null) return;
    this.#box.setAttribute('aria-busy', 'true');
    if (!this.#hasContent) {
      this.#box.replaceChildren(make('p', { part: 'loading', role: 'status' }, 'Loading…'));
    }
    try {
      const nodes = this.view(await answers);
      if (joined === this.#joined) this.#show(nodes, 'load');
    } catch (error) {
      if (joined === this.#joined) this.#show(this.#failure(error), 'error');
    }
  }

  /** Requests what the attributes ask for, and notes it in a list. */
  async #join(joined: Joined[]): Promise<readonly unknown[]> {
    joined.push(...this.paths().map((path) => [path, join(path)] as const));
    return Promise.all(joined.map(([, { answer }]) => answer));
  }

  #show(nodes: readonly Node[], event: 'load' | 'error'): void {
    this.#hasContent = event === 'load';
    this.#box.replaceChildren(...nodes);
    this.#box.removeAttribute('aria-busy');
    this.dispatchEvent(new Event(event));
  }

  #failure(error: unknown): readonly Node[] {
    const isFinal = error instanceof Failure;
    const text = isFinal ? error.message : 'The data could not be loaded.';
    const retry = make('button', { part: 'retry', type: 'button' }, 'Try again');
    retry.addEventListener('click', () => {
      // The button goes away, and the focus with it.
      this.#box.focus();
      this.#hasContent = false;
      this.#schedule();
    });
    return [
      make('p', { part: 'error', role: 'alert' }, text),
      ...(isFinal ? [] : [retry]),
      // What the author of the page wrote for this case.
      make('slot', {}),
    ];
  }
}

class OperatorRanking extends Widget {
  static readonly observedAttributes = ['category', 'limit'];

  override paths(): readonly string[] {
    return [`best/${this.required('category')}.json`];
  }

  override view([answer]: readonly [Answer<RankedOperator, RankingMeta>]): readonly Node[] {
    const { meta, data } = answer;
    const page = `${ROOT}best/${meta.category}`;
    const rows = data.slice(0, limitOf(this));
    const [first] = rows;
    const title = link(page, meta.title);
    if (first === undefined) {
      return [
        make('p', { part: 'title' }, title),
        make('p', { part: 'empty' }, 'No operator meets the rule of this ranking.'),
        attribution(meta),
      ];
    }
    return [
      make(
        'table',
        { part: 'table' },
        make('caption', { part: 'title' }, title),
        make(
          'thead',
          {},
          make(
            'tr',
            {},
            make('th', { scope: 'col', part: 'rank' }, 'Rank'),
            make('th', { scope: 'col', part: 'name' }, 'Operator'),
            make('th', { scope: 'col', part: 'value' }, first.metric_name),
          ),
        ),
        make('tbody', {}, ...rows.map(rankedRow)),
      ),
      ...(rows.length < data.length
        ? [make('p', { part: 'more' }, link(page, `All ${data.length} operators`))]
        : []),
      attribution(meta),
    ];
  }
}

function limitOf(element: Element): number {
  const limit = Number.parseInt(element.getAttribute('limit') ?? '', 10);
  return limit > 0 ? limit : 5;
}

function rankedRow({ rank, name, url, ...datum }: RankedOperator): Node {
  return make(
    'tr',
    { part: 'row' },
    make('td', { part: 'rank' }, String(rank)),
    make('th', { scope: 'row', part: 'name' }, link(url, name)),
    make('td', { part: 'value' }, valueInWords(datum.value, datum.unit), ...seen(datum)),
  );
}

class OperatorCard extends Widget {
  static readonly observedAttributes = ['operator', 'metrics'];

  #metrics(): readonly string[] {
    return (this.getAttribute('metrics') ?? '').split(/[\s,]+/).filter(Boolean);
  }

  override paths(): readonly string[] {
    const path = `operators/${this.required('operator')}`;
    return [`${path}.json`, ...(this.#metrics().length > 0 ? [`${path}/facts.json`] : [])];
  }

  override view([detail, facts]: readonly [
    Answer<OperatorDetail>,
    Answer<Datum>?,
  ]): readonly Node[] {
    const operator = only(detail);
    const end = endInWords(operator);
    const figures = this.#metrics().flatMap(
      (key) => facts?.data.filter(({ metric }) => metric === key) ?? [],
    );
    return [
      make(
        'figure',
        {},
        make('figcaption', { part: 'title' }, link(operator.url, operator.name)),
        ...(end === null ? [] : [make('p', { part: 'status' }, end)]),
        make(
          'dl',
          { part: 'list' },
          ...figures.map((datum) =>
            row(datum.metric_name, valueInWords(datum.value, datum.unit), ...seen(datum)),
          ),
          ...cardRows(operator).map(([term, value]) => row(term, value)),
        ),
      ),
      attribution(detail.meta),
    ];
  }
}

function row(term: string, ...value: readonly (string | Node)[]): Node {
  return make(
    'div',
    { part: 'row' },
    make('dt', { part: 'term' }, term),
    make('dd', { part: 'value' }, ...value),
  );
}

class OperatorMetric extends Widget {
  static readonly observedAttributes = ['operator', 'metric'];

  override paths(): readonly string[] {
    this.required('metric');
    const path = `operators/${this.required('operator')}`;
    // The facts do not have the address of the page of the operator.
    return [`${path}.json`, `${path}/facts.json`];
  }

  override view([detail, facts]: readonly [
    Answer<OperatorDetail>,
    Answer<Datum>,
  ]): readonly Node[] {
    const { name, url } = only(detail);
    const key = this.getAttribute('metric')?.trim();
    const datum = facts.data.find(({ metric }) => metric === key);
    return [
      make(
        'figure',
        {},
        make(
          'figcaption',
          { part: 'title' },
          link(url, name),
          ...(datum === undefined ? [] : [make('span', { part: 'term' }, datum.metric_name)]),
        ),
        ...(datum === undefined
          ? [make('p', { part: 'empty' }, 'There is no current value of this metric.')]
          : [
              make(
                'p',
                { part: 'value' },
                make('strong', { part: 'figure' }, valueInWords(datum.value, datum.unit)),
                ...seen(datum),
              ),
            ]),
      ),
      attribution(facts.meta),
    ];
  }
}

function only<R>({ data: [record] }: Answer<R>): R {
  if (record === undefined) throw new Error('The answer has no record');
  return record;
}

/** When a value was seen, with a link to where. */
function seen({ evidence_url, observed_at }: Datum): readonly Node[] {
  if (evidence_url === null || observed_at === null) return [];
  const day = make('time', { datetime: observed_at }, valueInWords(observed_at));
  return [make('small', { part: 'date' }, link(evidence_url, 'seen ', day))];
}

function attribution({ service, license, license_url }: Meta): Node {
  return make(
    'p',
    { part: 'attribution' },
    'Data: ',
    link(ROOT, service),
    ' (',
    link(license_url, license),
    ')',
  );
}

/** A link, if the address is one of the web; else its text. */
function link(address: string, ...content: readonly (string | Node)[]): Node {
  return /^https?:/i.test(address)
    ? make('a', { part: 'link', href: address }, ...content)
    : make('span', {}, ...content);
}

/** An element. Texts become text nodes, so nothing in them is markup. */
function make(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (string | Node)[]
): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A Content-Security-Policy does not forbid constructed stylesheets. */
const sheet = new CSSStyleSheet();
sheet.replaceSync(`
:host {
  display: block;
  max-width: 100%;
  --_text: var(--operator-text, light-dark(#1b1f1d, #e8ebe8));
  --_muted: var(--operator-muted, light-dark(#59605c, #a3aca7));
  --_accent: var(--operator-accent, light-dark(#0b5c55, #6fc7bb));
  --_line: var(--operator-line, light-dark(#d9dbd4, #363d3a));
  --_space: var(--operator-space, 0.5rem);
}
:host([hidden]) { display: none }
:host([theme="light"]) { color-scheme: light }
:host([theme="dark"]) { color-scheme: dark }
:host([theme="auto"]) { color-scheme: light dark }
* { box-sizing: border-box; margin: 0; overflow-wrap: anywhere }
[part~="widget"] {
  padding: calc(2 * var(--_space));
  border: 1px solid var(--_line);
  border-radius: var(--operator-radius, 6px);
  background: var(--operator-background, light-dark(#fff, #1a1e1c));
  color: var(--_text);
  font-family: var(--operator-font, inherit);
  font-size: var(--operator-size, 1rem);
  line-height: 1.4;
  text-align: start;
  font-variant-numeric: tabular-nums;
}
[part~="widget"][aria-busy] > :not([part~="loading"]) { opacity: 0.6 }
a { color: var(--_accent); text-underline-offset: 0.15em }
a:focus-visible, button:focus-visible { outline: 2px solid currentColor; outline-offset: 2px }
[part~="widget"]:focus { outline: 0 }
[part~="title"] { margin-bottom: var(--_space); font-weight: 700; font-size: 1.1em; text-align: start }
[part~="title"] a { color: inherit; text-decoration-color: var(--_line); text-decoration-thickness: 2px }
[part~="title"] a:hover { text-decoration-color: currentColor }
table { width: 100%; border-collapse: collapse }
th, td { padding: var(--_space) 0 var(--_space) var(--_space); border-top: 1px solid var(--_line); text-align: start; vertical-align: baseline }
thead th { border-top: 0; padding-top: 0; color: var(--_muted); font-weight: 400; font-size: 0.8em; vertical-align: bottom }
th[part~="rank"], td[part~="rank"] { width: 1%; padding-left: 0; overflow-wrap: normal }
td[part~="rank"] { color: var(--_muted) }
th[scope="row"] { font-weight: 600 }
th[part~="value"], td[part~="value"] { width: 45%; text-align: end }
small { display: block; font-size: 0.8em }
small a, [part~="more"] a, [part~="attribution"] a { color: var(--_muted) }
small a:hover, [part~="more"] a:hover, [part~="attribution"] a:hover { color: var(--_accent) }
time { white-space: nowrap }
dl > div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 calc(2 * var(--_space)); padding: calc(var(--_space) / 2) 0; border-top: 1px solid var(--_line) }
dt { color: var(--_muted) }
dd { margin-inline-start: auto; text-align: end }
[part~="status"] { margin-bottom: var(--_space); font-weight: 600 }
figcaption [part~="term"] { display: block; color: var(--_muted); font-weight: 400; font-size: 0.85em }
[part~="figure"] { font-size: 1.8em; line-height: 1.2 }
[part~="more"], [part~="attribution"] { margin-top: var(--_space); font-size: 0.8em; color: var(--_muted) }
[part~="more"] { padding-top: var(--_space); border-top: 1px solid var(--_line) }
[part~="loading"], [part~="empty"] { color: var(--_muted) }
[part~="error"] { color: var(--operator-error, light-dark(#a3262a, #f29191)) }
[part~="retry"] { margin: var(--_space) var(--_space) 0 0; padding: 0.4em 0.8em; border: 1px solid currentColor; border-radius: inherit; background: none; color: inherit; font: inherit; cursor: pointer }
`);

for (const [name, element] of Object.entries({
  'operator-ranking': OperatorRanking,
  'operator-card': OperatorCard,
  'operator-metric': OperatorMetric,
})) {
  // The script of another service on the same page may have defined it.
  if (customElements.get(name) === undefined) customElements.define(name, element);
}
