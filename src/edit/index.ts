export { type Edit, editText } from './edit-text.ts';
