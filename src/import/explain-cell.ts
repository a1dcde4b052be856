import * as z from 'zod';
import { describe } from '../diagnostics/index.ts';
import { claim, operatorRecord, slug } from '../model/index.ts';
import type { PlainValue } from '../source/index.ts';
import { explainValue } from '../validate/index.ts';
import type { Field } from './mapping.ts';
import type { CellValue } from './read-cell.ts';

const { evidence_url, value } = claim.shape;
const SCHEMAS = { ...operatorRecord.shape, slug, evidence_url, value };

/**
 * Why a field of a source cannot have a value, in the words of diagnostics, to follow the text of the cell.
 * Null if it can.
 */
export function explainCell(
  field: Field | 'evidence_url' | 'value',
  value: CellValue,
): string | null {
  const schema = z.object({ [field]: SCHEMAS[field] });
  const [first] = explainValue({
    whole: 'row',
    schema,
    value: { [field]: value as PlainValue },
  });
  if (first === undefined) return null;
  // The report has the place and the text already.
  return describe(first.finding)
    .headline.replace(/^.*? is ".*", and /s, 'is refused: ')
    .replace(/^(?:entry \d+ of )?"\w+" /i, '');
}
