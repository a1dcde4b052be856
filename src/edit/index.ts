export { addClaim, confirm, retract, supersede } from './claims.ts';
export { addCategory, addMetric } from './definitions.ts';
export { type Edit, editText } from './edit-text.ts';
export { addOperator, close, rename } from './operators.ts';
export { type Change, checkTime, type EditableSources, toEditable } from './sources.ts';
