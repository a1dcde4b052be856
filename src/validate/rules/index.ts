import type { Rule } from '../rule.ts';
import { categoryFields } from './category-fields.ts';
import { categorySee } from './category-see.ts';
import { claimIdNamesMetric } from './claim-id-names-metric.ts';
import { claimValueType } from './claim-value-type.ts';
import { factsHaveOperator } from './facts-have-operator.ts';
import { fileNameIsSlug } from './file-name-is-slug.ts';
import { knownMetric } from './known-metric.ts';
import { noFutureDate } from './no-future-date.ts';
import { noRepeatedEntry } from './no-repeated-entry.ts';
import { oneCurrentClaim } from './one-current-claim.ts';
import { retractedAfterObserved } from './retracted-after-observed.ts';
import { summaryAgrees } from './summary-agrees.ts';
import { supersession } from './supersession.ts';
import { uniqueCategoryAddress } from './unique-category-address.ts';
import { uniqueClaimId } from './unique-claim-id.ts';
import { uniqueMetricKey } from './unique-metric-key.ts';
import { uniqueOperator } from './unique-operator.ts';

/** Everything that must hold across files. A new rule is a new file and a line here. */
export const rules: readonly Rule[] = [
  fileNameIsSlug,
  uniqueOperator,
  factsHaveOperator,
  uniqueMetricKey,
  knownMetric,
  uniqueClaimId,
  claimIdNamesMetric,
  claimValueType,
  oneCurrentClaim,
  summaryAgrees,
  supersession,
  uniqueCategoryAddress,
  categoryFields,
  categorySee,
  noFutureDate,
  noRepeatedEntry,
  retractedAfterObserved,
];
