export { renderVerificationJson, renderVerificationText } from './render.ts';
export type { Verification } from './report.ts';
export { CHECK_IDS, verify } from './verify.ts';
