/**
 * Writes what is run to lib: the command line and the library, with their packages inlined so that
 * a process starts in a fraction of the time, and beside it, in lib/.code, what V8 makes of it; the
 * code of each edge runtime to lib/edge-bundles, one file each with the policy inlined; and the
 * client, alone and with types that need nothing else.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { runnerImport } from 'vite';
import { flattenTypes } from './flatten-types.mjs';

const root = join(import.meta.dirname, '..');
const lib = join(root, 'lib');
const bundles = join(lib, 'edge-bundles');

/** A module that holds data only, and that is made here so that no process has to make it again. */
const precomputed = {
  name: 'precomputed',
  load: {
    filter: { id: /[\\/]src[\\/](?:contract[\\/]schemas|resources[\\/]addresses)\.ts$/ },
    handler: async (id) => {
      const folder = mkdtempSync(join(lib, 'precomputed-'));
      try {
        const file = join(folder, 'module.mjs');
        const bundle = await rolldown({ input: id, platform: 'node' });
        await bundle.write({ file });
        const values = Object.entries(await import(pathToFileURL(file).href));
        return values
          .map(([name, value]) => {
            const text = JSON.stringify(JSON.stringify(value));
            return `export const ${name} = /* @__PURE__ */ JSON.parse(${text});`;
          })
          .join('\n');
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  },
};

/**
 * Puts a package that few processes have a use for into a file of its own, which is only opened when
 * something of it is used for the first time.
 */
async function deferredPackage(name) {
  const bundle = await rolldown({ input: name, cwd: root, platform: 'node' });
  await bundle.write({ file: join(lib, `${name}.cjs`), format: 'cjs' });
  return deferred(name, `./${name}.cjs`);
}

/** Loads a module, when something of it is used for the first time, from where it is then. */
async function deferred(name, place) {
  const exported = Object.keys(await import(name)).filter((key) => /^(?!default$)\w+$/.test(key));
  const code = `
    import { createRequire } from 'node:module';
    ${loadedLater(exported, `createRequire(import.meta.url)('${place}')`)}`;
  const id = `deferred:${name}`;
  return {
    name: id,
    resolveId: { filter: { id: new RegExp(`^${name}$`) }, handler: () => id },
    load: { filter: { id: new RegExp(`^${id}$`) }, handler: () => code },
  };
}

/** Code of a module that gives functions of another one, which is loaded when one of them is called. */
function loadedLater(names, expression) {
  return `
    let loaded = null;
    const load = () => (loaded ??= ${expression});
    const later = (key) => new Proxy(function () {}, {
      get: (_, property) => load()[key][property],
      apply: (_, self, args) => Reflect.apply(load()[key], self, args),
      construct: (_, args) => Reflect.construct(load()[key], args),
    });
    ${names.map((key) => `export const ${key} = /* @__PURE__ */ later('${key}');`).join('\n')}`;
}

/**
 * Puts a module that few processes have a use for, and what it alone imports, into a file of its own,
 * which is only opened when something of it is used for the first time.
 *
 * @param folder Where in src it is.
 */
async function deferredModule(folder, name) {
  const { module } = await runnerImport(join(root, 'src', folder, `${name}.ts`));
  const code = loadedLater(Object.keys(module), `require('./${name}.cjs')`);
  const id = `deferred:${name}`;
  return {
    name: id,
    resolveId: {
      filter: { id: new RegExp(String.raw`^\./${name}\.(?:ts|cjs)$`) },
      handler: (given) => (given.endsWith('.cjs') ? { id: given, external: true } : id),
    },
    load: { filter: { id: new RegExp(`^${id}$`) }, handler: () => code },
  };
}

/** Commander starts programs for commands that are programs of their own, which none of ours is. */
const withoutChildProcess = {
  name: 'without-child-process',
  resolveId: {
    filter: { id: /^node:child_process$/ },
    handler: (_, importer) => (/[\\/]commander[\\/]/.test(importer) ? 'no-child-process' : null),
  },
  load: { filter: { id: /^no-child-process$/ }, handler: () => 'export const spawn = null;' },
};

const program = await rolldown({
  input: {
    program: join(root, 'src', 'cli.ts'),
    index: join(root, 'src', 'index.ts'),
    'description-content': join(root, 'src', 'contract', 'description-content.ts'),
  },
  platform: 'node',
  // It looks for its WebAssembly beside itself, and is larger than the rest together.
  external: ['sql.js'],
  // A build of sound sources is done without the full parser: see src/source/plain-yaml.ts.
  plugins: [
    precomputed,
    await deferredModule('contract', 'description-content'),
    withoutChildProcess,
    await deferredPackage('yaml'),
    await deferred('node:zlib', 'node:zlib'),
  ],
  // Our modules do nothing when they are merely imported, so unused ones cost nothing.
  treeshake: {
    moduleSideEffects: [{ test: /[\\/]src[\\/](?!cli\.ts)/, sideEffects: false }],
  },
});
const { output: written } = await program.generate({
  // Node opens modules of CommonJS sooner.
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: 'chunk-[name]-[hash].cjs',
  // A process reads what it loads, and the digest of all of it is what a cache is known by.
  comments: { jsdoc: false },
  // To open a file takes longer than to read one: what always runs together is one.
  codeSplitting: {
    groups: [
      {
        name: 'start',
        test: /[\\/]src[\\/](?:build|commands[\\/](?:build|describe-failure)|hosts[\\/]host)\.ts$/,
        priority: 3,
      },
      { name: 'check', test: /[\\/]src[\\/]validate[\\/]index\.ts$/, priority: 2 },
      {
        name: 'write',
        test: /[\\/]src[\\/](?:publish|pipeline|contract[\\/]describe-api)\.ts$/,
        priority: 1,
      },
    ],
  },
});
for (const { fileName, code } of written) writeFileSync(join(lib, fileName), inAscii(code));
// What starts the program, each in one file.
const starters = ['cli', 'start'];
for (const name of starters) {
  const input = join(root, 'src', 'start', `${name}.ts`);
  const bundle = await rolldown({ input, platform: 'node' });
  await bundle.write({ file: join(lib, `${name}.cjs`), format: 'cjs' });
}
// The package has ES modules: what imports the library gets one, with the declarations beside it.
const { exports: library } = written.find(({ fileName }) => fileName === 'index.cjs');
writeFileSync(join(lib, 'index.js'), `export { ${library.join(', ')} } from './index.cjs';\n`);

// What an earlier run wrote would be packed along. A process that runs meanwhile finds its own.
const made = [...written.map(({ fileName }) => fileName), ...starters.map((name) => `${name}.cjs`)];
const names = new Set(['index.js', 'yaml.cjs', ...made]);
for (const name of readdirSync(lib)) {
  if (/\.c?js$/.test(name) && !names.has(name)) rmSync(join(lib, name));
}

for (const name of ['cloudflare', 'netlify', 'vercel']) {
  await bundleAlone(join(root, 'src', 'edge', `${name}.ts`), join(bundles, `${name}.js`));
}
// Netlify takes every file of a folder for an edge function, and its name for the function's.
cpSync(join(bundles, 'netlify.js'), join(bundles, 'netlify', 'operator-api.js'));

const client = join(lib, 'client');
await bundleAlone(join(root, 'src', 'client', 'index.ts'), join(client, 'index.js'));
flattenTypes(join(root, 'src', 'client', 'records.ts'), join(client, 'records.d.ts'), [
  client,
  join(lib, 'model'),
  join(lib, 'resources'),
  join(root, 'scripts'),
]);

await recordCode();

/**
 * Has V8 keep what it makes of the modules while they build generated data: for the first time, after
 * an edit, and with nothing to do.
 */
async function recordCode() {
  rmSync(join(lib, '.code'), { recursive: true, force: true });
  const { module } = await runnerImport(join(root, 'scripts', 'bench', 'dataset-folder.ts'));
  const folder = mkdtempSync(join(lib, 'recorded-'));
  const data = join(folder, 'data');
  const record = () => {
    const args = [join(root, 'scripts', 'record-code.mjs'), 'build', '--data', data];
    // A program that is broken does without.
    spawnSync(process.execPath, [...args, '--out', join(folder, 'out')]);
  };
  try {
    module.writeDataset(data, 20);
    record();
    module.changeOperator(data, new Date());
    module.addFormerClaims(data);
    record();
    record();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Code in which everything is ASCII, where it may be: V8 keeps it in half the memory then, and decodes it
 * in a seventh of the time.
 */
function inAscii(code) {
  // An escape would be none behind a backslash, and String.raw would show it.
  if (/\\[^\0-\x7f]|\bString\.raw\b/.test(code)) return code;
  const toEscape = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return code.replace(/[^\0-\x7f]/g, toEscape);
}

/** One file that runs where there is neither Node nor a package. */
async function bundleAlone(input, file) {
  const bundle = await rolldown({
    input,
    platform: 'neutral',
    plugins: [precomputed],
    external: /^[^./]/,
    // Modules of which nothing is used bring their packages along otherwise.
    treeshake: { moduleSideEffects: false },
  });
  const { output } = await bundle.write({ file });
  const imports = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.imports : []));
  if (imports.length > 0) {
    throw new Error(`${file} would import ${imports.join(', ')} at run time`);
  }
}
