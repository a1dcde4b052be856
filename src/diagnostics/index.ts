export { type Code, catalogue, describe, type Finding } from './catalogue.ts';
export {
  byCodeUnit,
  type Checked,
  collectDiagnostics,
  type Diagnostic,
  orderDiagnostics,
  type Place,
  type Report,
  type TextFile,
  wholeFile,
} from './diagnostic.ts';
export {
  EnvironmentError,
  environmentError,
  environmentErrorOf,
  isAbsence,
  OutOfDate,
  SourceVanished,
  systemErrorCode,
} from './environment-error.ts';
export { linesOf, type Position } from './line-index.ts';
export { orList, quote, showControls } from './quote.ts';
export { MOST_ANNOTATIONS, renderGithub } from './render-github.ts';
export { renderJson } from './render-json.ts';
export { COLOURFUL, PLAIN, renderText, type Style, styleFor } from './render-text.ts';
