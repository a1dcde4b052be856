import type { Tool } from './tool.ts';
import { citeClaim } from './tools/cite-claim.ts';
import { claimHistory } from './tools/claim-history.ts';
import { compareOperators } from './tools/compare-operators.ts';
import { findOperators } from './tools/find-operators.ts';
import { getOperator } from './tools/get-operator.ts';
import { metricValues } from './tools/metric-values.ts';
import { rankOperators } from './tools/rank-operators.ts';
import { recentChanges } from './tools/recent-changes.ts';

/** Every tool, in the order in which clients list them. */
export const TOOLS: readonly Tool[] = [
  findOperators,
  getOperator,
  compareOperators,
  rankOperators,
  metricValues,
  citeClaim,
  claimHistory,
  recentChanges,
];
