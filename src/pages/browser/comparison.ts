/** The comparison of the front page: sorting, filters, columns, operators side by side, and their address. */
import { FILTERS, type FilterName, fromQuery, toQuery, type View } from '../comparison/address.ts';
import { FEWEST_SIDE_BY_SIDE, MOST_SIDE_BY_SIDE } from '../comparison/columns.ts';
import { keptAsText, toCsvFile } from '../comparison/csv.ts';
import { cellText, sideCells, sideRows, sideTable, titleOf } from '../comparison/side-by-side.ts';
import { readTable } from '../comparison/table.ts';

/**
 * How many rows are in the document until the reader scrolls to their end: the layout of thousands would
 * take longer than a keystroke may. The stylesheet hides the others until this script runs.
 */
const BATCH = 50;

/** How long the address waits for the next keystroke. Browsers limit how often it changes. */
const TYPING_MS = 200;

const section = document.querySelector<HTMLElement>('.comparison');
const table = section?.querySelector('table');
if (section && table) start(section, table);

function start(section: HTMLElement, table: HTMLTableElement): void {
  const find = <T extends Element = HTMLElement>(selector: string) =>
    section.querySelector(selector) as unknown as T; // the page has it
  const form = find<HTMLFormElement>('.tools');
  const list = find('.view');
  const box = find('.scroll');
  const status = find('[role="status"]');
  const compareButton = find<HTMLButtonElement>('[name="side-by-side"]');
  const [body] = table.tBodies;
  if (body === undefined) return;

  const comparison = readTable(table);
  const { columns, rows } = comparison;
  const places = new Map(rows.map(({ slug }, index) => [slug, index]));
  const filterFields = FILTERS.flatMap((name) => {
    const field = form.elements.namedItem(name);
    return isField(field) ? [[name, field] as const] : [];
  });
  const columnBoxes = [...form.querySelectorAll<HTMLInputElement>('[name="columns"]')];

  // Browsers may keep what was typed before the page was loaded again, but the address decides.
  form.reset();
  const first: View = {
    ...readForm(),
    sort: columns[0]?.key ?? '',
    order: 'ascending',
    selected: [],
    isSideBySide: false,
    isOnlyDifferences: false,
  };
  let view = first;
  let matching: readonly number[] = [];
  let limit = BATCH;
  let ordered: { readonly by: string; readonly rows: readonly number[] } = { by: '', rows: [] };

  const hidden = new CSSStyleSheet();
  document.adoptedStyleSheets.push(hidden);
  const more = button('more', () => {
    limit += BATCH;
    showRows();
  });
  const side = sideBySide();
  prepareTable();
  show(fromQuery(location.search, first));
  // From here on, the sheet hides columns in place of the stylesheet.
  list.classList.add('ready');

  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', ({ target }) => {
    const isTyped = target instanceof HTMLInputElement && target.type !== 'checkbox';
    change(readForm(), isTyped ? TYPING_MS : 0);
  });
  // Leaving a field ends the typing.
  form.addEventListener('change', () => keepAddress());
  compareButton.addEventListener('click', () => {
    change({ isSideBySide: true });
    side.heading.focus();
  });
  find('[name="download"]').addEventListener('click', () => download());
  find('[name="start-over"]').addEventListener('click', () => change(first));
  addEventListener('popstate', () => show(fromQuery(location.search, first)));
  addEventListener('beforeprint', () => {
    limit = rows.length;
    showRows();
  });

  function isField(field: unknown): field is HTMLInputElement | HTMLSelectElement {
    return field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
  }

  function readForm(): Pick<View, 'filters' | 'columns'> {
    const filters = Object.fromEntries(FILTERS.map((name) => [name, '']));
    for (const [name, field] of filterFields) filters[name] = field.value;
    return {
      filters: filters as { [K in FilterName]: string }, // each was set
      columns: columnBoxes.flatMap(({ checked, value }) => (checked ? [value] : [])),
    };
  }

  let pause: ReturnType<typeof setTimeout> | undefined;
  function change(changes: Partial<View>, pauseMs = 0): void {
    show({ ...view, ...changes });
    clearTimeout(pause);
    if (pauseMs === 0) keepAddress();
    else pause = setTimeout(keepAddress, pauseMs);
  }

  function keepAddress(): void {
    clearTimeout(pause);
    const query = toQuery(view, first);
    const address = `${location.pathname}${query === '' ? '' : `?${query}`}${location.hash}`;
    history.replaceState(history.state, '', address);
  }

  /** Shows a view, as far as the page has what it names. */
  function show(wanted: View): void {
    for (const [name, field] of filterFields) {
      if (field.value !== wanted.filters[name]) field.value = wanted.filters[name];
      // A menu without such an entry shows none.
      if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.selectedIndex = 0;
    }
    for (const box of columnBoxes) box.checked = wanted.columns.includes(box.value);
    const selected = wanted.selected.filter((slug) => places.has(slug)).slice(0, MOST_SIDE_BY_SIDE);
    view = {
      ...wanted,
      ...readForm(),
      ...(comparison.column(wanted.sort) === undefined && { sort: first.sort, order: first.order }),
      selected,
      isSideBySide: wanted.isSideBySide && selected.length >= FEWEST_SIDE_BY_SIDE,
    };
    form.hidden = view.isSideBySide;
    list.hidden = view.isSideBySide;
    side.element.hidden = !view.isSideBySide;
    if (view.isSideBySide) side.show();
    else showTable();
  }

  function showTable(): void {
    const { filters, sort, order } = view;
    const by = `${sort} ${order}`;
    const column = comparison.column(sort);
    if (ordered.by !== by && column !== undefined) {
      ordered = { by, rows: comparison.sorted(column, order) };
    }
    matching = ordered.rows.filter(comparison.matcher(filters));
    limit = BATCH;
    for (const { key, heading } of columns) {
      if (key === sort) heading.ariaSort = order;
      else heading.removeAttribute('aria-sort');
    }
    const concealed = columns.slice(1).filter(({ key }) => !view.columns.includes(key));
    const selectors = concealed.map(({ index }) => `tr > :nth-child(${index + 1})`);
    const rule = selectors.length === 0 ? '' : `.ready :is(${selectors.join()}) { display: none }`;
    if (rule !== hidden.cssRules[0]?.cssText) hidden.replaceSync(rule);
    box.scrollTop = 0;
    showRows();
    const total = inDigits(rows.length);
    const said = `${inDigits(matching.length)} of ${total} operators`;
    if (status.textContent !== said) status.textContent = said;
    showSelection();
  }

  function showRows(): void {
    const shown = matching.slice(0, limit).flatMap((index) => rows[index] ?? []);
    for (const { row, name, slug } of shown) {
      row.cells[0]?.querySelector('input') ?? row.cells[0]?.prepend(selectBox(name, slug));
    }
    if (body !== undefined)
      showOnly(
        body,
        shown.map(({ row }) => row),
      );
    const rest = matching.length - shown.length;
    more.hidden = rest === 0;
    if (rest > 0) more.textContent = `Show ${Math.min(BATCH, rest)} more of ${inDigits(rest)}`;
  }

  function showSelection(): void {
    const { selected } = view;
    compareButton.disabled = selected.length < FEWEST_SIDE_BY_SIDE;
    compareButton.textContent = selected.length === 0 ? 'Compare' : `Compare ${selected.length}`;
    for (const input of body?.querySelectorAll<HTMLInputElement>('.select') ?? []) {
      input.checked = selected.includes(input.value);
      input.disabled = !input.checked && selected.length === MOST_SIDE_BY_SIDE;
    }
  }

  function selectBox(name: string, slug: string): HTMLInputElement {
    const input = document.createElement('input');
    input.type = 'checkbox';
    input.className = 'select';
    input.value = slug;
    input.ariaLabel = `Select ${name} for the comparison side by side`;
    return input;
  }

  /** Makes headings buttons, and adds what only scripts need. */
  function prepareTable(): void {
    for (const { key, name, unit, heading, first } of columns) {
      const sort = button('sort', () => {
        const isAgain = view.sort === key && view.order === first;
        const other = first === 'ascending' ? 'descending' : 'ascending';
        change({ sort: key, order: isAgain ? other : first });
      });
      sort.textContent = name;
      if (unit !== null) sort.append(' ', ...heading.querySelectorAll('.unit'));
      heading.replaceChildren(sort);
    }
    body?.addEventListener('change', ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return;
      const others = view.selected.filter((slug) => slug !== target.value);
      view = { ...view, selected: target.checked ? [...others, target.value] : others };
      showSelection();
      keepAddress();
    });
    box.append(more);
    new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true && !more.hidden) more.click();
      },
      { root: box, rootMargin: '100% 0px' },
    ).observe(more);
  }

  function sideBySide() {
    const element = document.createElement('section');
    const heading = document.createElement('h3');
    heading.textContent = 'Side by side';
    heading.tabIndex = -1;
    const back = button('', () => {
      change({ isSideBySide: false });
      compareButton.focus();
    });
    back.textContent = 'Back to the table';
    const save = button('', () => download());
    save.textContent = 'Download CSV';
    const only = document.createElement('input');
    only.type = 'checkbox';
    only.addEventListener('change', () => change({ isOnlyDifferences: only.checked }));
    const label = document.createElement('label');
    label.append(only, ' Only rows that differ');
    const actions = document.createElement('div');
    actions.className = 'actions';
    actions.append(back, label, save);
    const scroll = document.createElement('section');
    scroll.className = 'scroll';
    scroll.tabIndex = 0;
    scroll.ariaLabel = 'Operators side by side';
    element.className = 'side-by-side';
    element.ariaLabel = 'Side by side';
    element.hidden = true;
    element.append(heading, actions, scroll);
    list.after(element);
    return {
      element,
      heading,
      show() {
        only.checked = view.isOnlyDifferences;
        scroll.replaceChildren(sideTable(comparison, selectedRows(), shownSideRows()));
      },
    };
  }

  function selectedRows(): readonly number[] {
    return view.selected.flatMap((slug) => places.get(slug) ?? []);
  }

  function shownSideRows() {
    const all = sideRows(comparison, selectedRows());
    return view.isOnlyDifferences ? all.filter(({ differs }) => differs) : all;
  }

  /** Saves what is shown: the rows that match in their order, with the columns that are shown. */
  function download(): void {
    const shown = columns.filter(({ key, index }) => index === 0 || view.columns.includes(key));
    const cells = view.isSideBySide
      ? sideCells(comparison, selectedRows(), shownSideRows())
      : [
          shown.map((column) => keptAsText(titleOf(column))),
          ...matching.map((row) =>
            shown.map((column) => cellText(nameOrText(row, column), column)),
          ),
        ];
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([toCsvFile(cells)], { type: 'text/csv' }));
    link.download = 'comparison.csv';
    link.click();
    // The download has begun by then.
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  function nameOrText(row: number, column: (typeof columns)[number]): string | null {
    return column.index === 0 ? (rows[row]?.name ?? '') : comparison.textOf(row, column);
  }
}

/** Makes rows the content of a table. Those that stay are not moved, so that their layout stays, too. */
function showOnly(body: HTMLElement, rows: readonly HTMLElement[]): void {
  const wanted = new Set<Element>(rows);
  for (const row of [...body.children]) if (!wanted.has(row)) row.remove();
  let next = body.firstElementChild;
  for (const row of rows) {
    if (row === next) next = next.nextElementSibling;
    else body.insertBefore(row, next);
  }
}

function button(name: string, onClick: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  if (name !== '') element.className = name;
  element.addEventListener('click', onClick);
  return element;
}

function inDigits(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
