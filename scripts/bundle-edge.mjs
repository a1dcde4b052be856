/** Writes the code of each edge runtime to lib/edge-bundles, one file each with the policy inlined. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const lib = join(import.meta.dirname, '..', 'lib');
const bundles = join(lib, 'edge-bundles');

for (const name of ['cloudflare', 'netlify', 'vercel']) {
  const bundle = await rolldown({
    input: join(lib, 'edge', `${name}.js`),
    platform: 'neutral',
    external: /^[^./]/,
    // Modules of which nothing is used bring their packages along otherwise.
    treeshake: { moduleSideEffects: false },
  });
  const { output } = await bundle.write({ file: join(bundles, `${name}.js`) });
  const imports = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.imports : []));
  if (imports.length > 0) {
    throw new Error(`The bundle for ${name} would import ${imports.join(', ')} at run time`);
  }
}
// Netlify takes every file of a folder for an edge function, and its name for the function's.
cpSync(join(bundles, 'netlify.js'), join(bundles, 'netlify', 'operator-api.js'));
