/**
 * Runs a command line of the compiled program, and leaves beside its modules what V8 made of them on
 * the way, for those that run after it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { sealCode, startProgram } from '../lib/start.cjs';

const record = [];
startProgram((...module) => record.push(module));
process.once('exit', () => {
  for (const [file, source, script] of record) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, sealCode(script.createCachedData(), source));
  }
});
