export { confirm, retract, supersede } from './claims.ts';
export { type Edit, editText } from './edit-text.ts';
export { type Change, checkTime, type EditableSources, toEditable } from './sources.ts';
