import type { Rule } from '../rule.ts';
import { categoryFields } from './category-fields.ts';
import { categorySee } from './category-see.ts';
import { claimIdNamesMetric } from './claim-id-names-metric.ts';
import { claimValueType } from './claim-value-type.ts';
import { effectiveCorrections } from './effective-corrections.ts';
import { factsHaveOperator } from './facts-have-operator.ts';
import { figuresFromMetrics } from './figures-from-metrics.ts';
import { fileNameIsSlug } from './file-name-is-slug.ts';
import { knownMetric } from './known-metric.ts';
import { lifeOfMetrics } from './life-of-metrics.ts';
import { lifeOfOperators } from './life-of-operators.ts';
import { noFutureDate } from './no-future-date.ts';
import { noRepeatedEntry } from './no-repeated-entry.ts';
import { oneCurrentClaim } from './one-current-claim.ts';
import { operatorHasDate } from './operator-has-date.ts';
import { plausibleValue } from './plausible-value.ts';
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
  lifeOfOperators,
  operatorHasDate,
  factsHaveOperator,
  uniqueMetricKey,
  knownMetric,
  lifeOfMetrics,
  uniqueClaimId,
  claimIdNamesMetric,
  claimValueType,
  plausibleValue,
  figuresFromMetrics,
  oneCurrentClaim,
  summaryAgrees,
  supersession,
  uniqueCategoryAddress,
  categoryFields,
  categorySee,
  noFutureDate,
  noRepeatedEntry,
  retractedAfterObserved,
  effectiveCorrections,
];
