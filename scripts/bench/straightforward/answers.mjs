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
export function listMeta(records, generated_at) {
  return { total: records.length, generated_at, version: 'v1' };
}

export function detailMeta({ name }, generated_at) {
  return { operator: name, generated_at, version: 'v1' };
}

export function factsMeta({ name, facts }, generated_at) {
  return { operator: name, total_facts: facts.length, operator_status: 'active', generated_at };
}

export function bestMeta({ slug, alias, title, description }, records, generated_at) {
  return {
    category: slug,
    alias,
    title,
    description,
    total: records.length,
    generated_at,
    version: 'v1',
  };
}
