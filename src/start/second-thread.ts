import { runCompiled } from './compiled-code.ts';

runCompiled(import.meta.dirname, 'work.cjs');
