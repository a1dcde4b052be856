import type { Order } from './columns.ts';

/** The text fields and menus of the comparison, by their names in the form and in the address. */
export const FILTERS = [
  'search',
  'licence',
  'verification',
  'vpn',
  'app',
  'metric',
  'min',
  'max',
] as const;
export type FilterName = (typeof FILTERS)[number];

/** Everything that a reader can change about the comparison. */
export interface View {
  readonly filters: { readonly [K in FilterName]: string };
  /** The keys of the columns that are shown, besides the name. */
  readonly columns: readonly string[];
  readonly sort: string;
  readonly order: Order;
  /** The slugs of the selected operators. */
  readonly selected: readonly string[];
  readonly isSideBySide: boolean;
  readonly isOnlyDifferences: boolean;
}

/** The query of an address that opens a view: what differs from the first view. Empty for that one. */
export function toQuery(view: View, first: View): string {
  const { filters, columns, sort, order, selected } = view;
  const query = new URLSearchParams();
  const hasRange = filters.min !== '' || filters.max !== '';
  for (const name of FILTERS) {
    if (name === 'metric' ? hasRange : filters[name] !== first.filters[name]) {
      query.set(name, filters[name]);
    }
  }
  if (sort !== first.sort || order !== first.order) {
    query.set('sort', sort);
    query.set('order', order);
  }
  if (columns.join() !== first.columns.join()) query.set('columns', columns.join());
  if (selected.length > 0) query.set('operators', selected.join());
  if (view.isSideBySide) query.set('view', 'side-by-side');
  if (view.isSideBySide && view.isOnlyDifferences) query.set('rows', 'differences');
  // A comma needs no escape in a query (RFC 3986 §3.4), and separates names legibly.
  return query.toString().replaceAll('%2C', ',');
}

/** The view that a query opens. What it does not say is as in the first view. */
export function fromQuery(search: string, first: View): View {
  const query = new URLSearchParams(search);
  const filters = { ...first.filters };
  for (const name of FILTERS) filters[name] = query.get(name) ?? filters[name];
  const listed = (name: string) => query.get(name)?.split(',').filter(Boolean);
  const order = query.get('order');
  return {
    filters,
    columns: listed('columns') ?? first.columns,
    sort: query.get('sort') ?? first.sort,
    order: order === 'ascending' || order === 'descending' ? order : first.order,
    selected: listed('operators') ?? [],
    isSideBySide: query.get('view') === 'side-by-side',
    isOnlyDifferences: query.get('rows') === 'differences',
  };
}
