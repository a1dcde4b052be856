export { addClaim, confirm, retract, supersede } from './claims.ts';
export { addCategory, addMetric } from './definitions.ts';
export { type Edit, editText } from './edit-text.ts';
export { addOperator, close, rename } from './operators.ts';
export {
  type Change,
  checkTime,
  type EditableSources,
  schemaComment,
  toEditable,
} from './sources.ts';
export { writeEntry, writeField, writeFlowField } from './write-yaml.ts';
