export { renderVerificationJson } from './render-json.ts';
export { renderVerificationText } from './render-text.ts';
export type { CheckResult, Verification } from './report.ts';
export { CHECK_IDS, type VerifyOptions, verify } from './verify.ts';
