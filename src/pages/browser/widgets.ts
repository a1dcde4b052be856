import {
  type Choice,
  type Markup,
  SNIPPETS,
  type SnippetName,
  type Subject,
  snippetText,
} from '../snippets.ts';

/** The site that this script is from, so that previews show and name themselves. */
const ROOT = new URL('.', import.meta.url).href;

const form = document.querySelector<HTMLFormElement>('.builder form');
const result = document.querySelector('.builder .result');
const code = document.querySelector('.builder code');
const said = document.querySelector('.builder [role="status"]');

if (form && result && code && said) {
  const update = () => {
    const kind = selected(form, 'kind')?.value as SnippetName;
    for (const field of form.querySelectorAll<HTMLElement>('[data-for]')) {
      field.hidden = !field.dataset['for']?.split(' ').includes(kind);
    }
    offer(form, kind.endsWith('-chart'));
    const choice = readChoice(form);
    said.textContent = choice === null ? 'No operator has this name or slug.' : '';
    if (choice === null) return;
    const markup = SNIPPETS[kind](choice);
    code.textContent = snippetText(markup, ROOT);
    show(markup, result);
  };
  form.addEventListener('input', update);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.querySelector('.copy')?.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code.textContent ?? '');
      said.textContent = 'Copied.';
    } catch {
      // Browsers allow it on https only, and users may forbid it.
      getSelection()?.selectAllChildren(code);
      said.textContent = 'The code is selected. Copy it with the keyboard.';
    }
  });
  update();
}

/** Only what has a chart can be chosen for one. */
function offer(from: HTMLFormElement, needsChart: boolean): void {
  for (const select of from.querySelectorAll<HTMLSelectElement>('#category, #metric')) {
    const options = [...select.options];
    for (const option of options) {
      option.disabled = needsChart && option.dataset['chart'] === undefined;
    }
    if (select.selectedOptions[0]?.disabled) {
      select.value = options.find(({ disabled }) => !disabled)?.value ?? '';
    }
  }
}

/** What is chosen; null while the operator is not one of the list. */
function readChoice(from: HTMLFormElement): Choice | null {
  const category = selected(from, 'category');
  const metric = selected(from, 'metric');
  const operator = typedOperator(from);
  if (!category || !metric || !operator) return null;
  const values = new FormData(from);
  return {
    root: ROOT,
    service: from.dataset['service'] ?? '',
    category: subject(category),
    operator: subject(operator),
    metric: subject(metric),
    metrics: values.getAll('metrics').map(String),
    limit: String(values.get('limit') ?? ''),
    theme: String(values.get('theme') ?? ''),
    height: Number(category.dataset['height']),
  };
}

function selected(from: HTMLFormElement, name: string): HTMLOptionElement | undefined {
  const select = from.elements.namedItem(name);
  return select instanceof HTMLSelectElement ? select.selectedOptions[0] : undefined;
}

/** An operator by its slug or its name. */
function typedOperator(from: HTMLFormElement): HTMLOptionElement | undefined {
  const input = from.elements.namedItem('operator');
  if (!(input instanceof HTMLInputElement)) return undefined;
  const typed = input.value.trim();
  return [...(input.list?.options ?? [])].find(
    ({ value, text }) => value === typed || text === typed,
  );
}

function subject(option: HTMLOptionElement): Subject {
  return {
    name: option.value,
    title: option.text,
    page: ROOT + (option.dataset['path'] ?? ''),
  };
}

/** Shows an element. One of the same kind gets other attributes, as any page could set them. */
function show(markup: Markup, place: Element): void {
  const shown = place.firstElementChild;
  if (shown?.localName !== markup.tag || !markup.tag.startsWith('operator-')) {
    place.replaceChildren(toElement(markup));
    return;
  }
  for (const name of shown.getAttributeNames()) {
    if (!(name in markup.attributes)) shown.removeAttribute(name);
  }
  for (const [name, value] of Object.entries(markup.attributes)) {
    if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
  }
}

function toElement({ tag, attributes, children = [] }: Markup): Element {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(
    ...children.map((child) => (typeof child === 'string' ? child : toElement(child))),
  );
  return element;
}
