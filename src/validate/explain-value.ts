import type * as z from 'zod';
import { wholeFile } from '../diagnostics/index.ts';
import type { PlainValue } from '../source/index.ts';
import {
  type Explained,
  explainIssue,
  findHomes,
  withMissingTogether,
  withoutEchoes,
} from './explain-issue.ts';
import { freeNumbers } from './free-numbers.ts';

const NOWHERE = wholeFile({ path: '', text: '' });

/**
 * Everything that is wrong with a value that is not in a source, in a maintainer's words.
 *
 * @param whole What the value is called, as in "the operator".
 */
export function explainValue({
  whole,
  schema,
  value,
}: {
  readonly whole: string;
  readonly schema: z.ZodType;
  readonly value: PlainValue;
}): readonly Explained[] {
  const parsed = schema.safeParse(value);
  if (parsed.success) return [];
  const subject = { whole, schema, value, free: freeNumbers(() => []), placeOf: () => NOWHERE };
  const found = parsed.error.issues.flatMap((issue) => explainIssue(issue, subject));
  return withMissingTogether(withoutEchoes(findHomes(found, whole)));
}
