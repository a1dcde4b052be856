export { renderVerificationJson } from './render-json.ts';
export { renderVerificationText } from './render-text.ts';
export type { Verification } from './report.ts';
export { CHECK_IDS, verify } from './verify.ts';
