import { isDefaultServing, type Serving, servingOf } from '../policy/index.ts';
import { SOURCE_LINE } from './host.ts';

/** A file of code for the edge, led by the line that src/edge/serving.ts looks for if it takes one. */
export function edgeFile(serving: Serving, code: string): string {
  const chosen = isDefaultServing(serving)
    ? ''
    : `const OPERATOR_API_SERVING = ${JSON.stringify(servingOf(serving))};\n`;
  return `// ${SOURCE_LINE}\n${chosen}${code}`;
}
