export { type Memo, openMemo } from './memo.ts';
