/** Records as the texts of an answer. */
import Papa from 'papaparse';

export function toJson(meta, records) {
  return `${JSON.stringify({ meta, data: records })}\n`;
}

/** @param columns Needed where there may be no records. */
export function toCsv(records, columns = Object.keys(records[0] ?? {})) {
  const rows = records.map((record) => Object.values(record).map(toCell));
  return `${Papa.unparse([columns, ...rows])}\r\n`;
}

function toCell(value) {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** Of operators, of facts and of claims: the answers that have all there are. */
export function listMeta(records, generated_at, dataset) {
  return { total: records.length, generated_at, version: 'v1', ...creditOf(dataset) };
}

export function detailMeta({ name }, generated_at, dataset) {
  return { operator: name, generated_at, version: 'v1', ...creditOf(dataset) };
}

export function factsMeta({ name, facts }, generated_at, dataset) {
  return {
    operator: name,
    total_facts: facts.length,
    operator_status: 'active',
    generated_at,
    ...creditOf(dataset),
  };
}

export function bestMeta({ slug, alias, title, description }, best, generated_at, dataset) {
  return {
    category: slug,
    alias,
    title,
    description,
    total: best.records.length,
    left_out: best.leftOut,
    generated_at,
    version: 'v1',
    ...creditOf(dataset),
  };
}

function creditOf({ service: { name, license, attribution } }) {
  return { service: name, license: license.name, license_url: license.url, attribution };
}
