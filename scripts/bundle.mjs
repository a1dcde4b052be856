/**
 * Bundles the program to lib, packages included, so that an installed package needs no other: the
 * command line and the library, the code of each edge runtime in lib/edge-bundles, and the client.
 * Declarations become one file for each entry point, which imports nothing.
 */
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

const root = join(import.meta.dirname, '..');
const lib = join(root, 'lib');
const bundles = join(lib, 'edge-bundles');

/** The folders of the packages that the bundles contain. */
const packages = new Set();

/** Notes the packages of which a bundle contains something, since their licences have to come along. */
function notePackages(output) {
  for (const { moduleIds = [] } of output) {
    for (const id of moduleIds) {
      const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/')) ?? [];
      if (folder !== undefined) packages.add(folder);
    }
  }
}

/** A module that exports data only, which is computed here and not by every process. */
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

/** The exports of `yaml` that are functions, in place of the package: each loads it when it is called. */
const deferredYaml = {
  name: 'deferred-yaml',
  resolveId: { filter: { id: /^yaml$/ }, handler: () => 'deferred:yaml' },
  load: {
    filter: { id: /^deferred:yaml$/ },
    handler: async () => {
      const bundle = await rolldown({ input: 'yaml', cwd: root, platform: 'node' });
      const { output } = await bundle.write({ file: join(lib, 'yaml.cjs'), format: 'cjs' });
      notePackages(output);
      const names = Object.keys(await import('yaml')).filter((name) => name !== 'default');
      return `
        import { createRequire } from 'node:module';
        let loaded = null;
        const load = () => (loaded ??= createRequire(import.meta.url)('./yaml.cjs'));
        const later = (name) => new Proxy(function () {}, {
          get: (_, property) => load()[name][property],
          apply: (_, self, args) => Reflect.apply(load()[name], self, args),
          construct: (_, args) => Reflect.construct(load()[name], args),
        });
        ${names.map((name) => `export const ${name} = /* @__PURE__ */ later('${name}');`).join('\n')}`;
    },
  },
};

/**
 * The MCP package validates what users type into forms with Ajv, a copy of which it contains: half of its
 * code. Our server shows no forms.
 */
const withoutForms = {
  name: 'without-forms',
  resolveId: {
    filter: { id: /^@modelcontextprotocol\/server\/_shims$/ },
    handler: () => 'without-forms:shims',
  },
  load: {
    filter: { id: /^without-forms:shims$/ },
    handler: () => `
      export { default as process } from 'node:process';
      export class DefaultJsonSchemaValidator {
        getValidator() { throw new Error('This server shows no forms'); }
      }`,
  },
};

const program = await rolldown({
  input: {
    program: join(root, 'src', 'cli.ts'),
    index: join(root, 'src', 'index.ts'),
  },
  platform: 'node',
  // Builds of sound sources rarely need the full parser: see src/source/plain-yaml.ts.
  plugins: [precomputed, deferredYaml, withoutForms],
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
        test: /[\\/]src[\\/](?:build|commands[\\/](?:build|describe-failure)|hosts[\\/]host-names)\.ts$/,
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
notePackages(written);
for (const { fileName, code } of written) writeFileSync(join(lib, fileName), code);
// SQLite is for `--snapshots`: its code is in the file of these, and looks for this beside itself.
copyFileSync(
  join(root, 'node_modules', 'sql.js', 'dist', 'sql-wasm.wasm'),
  join(lib, 'sql-wasm.wasm'),
);
// Node has a cache of compiled code from 22.1 on, for modules that are loaded after it is enabled.
writeFileSync(
  join(lib, 'cli.cjs'),
  "#!/usr/bin/env node\nrequire('node:module').enableCompileCache?.();\nrequire('./program.cjs');\n",
);
// The package has ES modules: what imports the library gets one, with the declarations beside it.
const { exports: library } = written.find(({ fileName }) => fileName === 'index.cjs');
writeFileSync(join(lib, 'index.js'), `export { ${library.join(', ')} } from './index.cjs';\n`);

// What an earlier run wrote would be packed along. A process that runs meanwhile finds its own.
const made = written.map(({ fileName }) => fileName);
const names = new Set(['cli.cjs', 'index.js', 'yaml.cjs', ...made]);
for (const name of readdirSync(lib)) {
  if (/\.c?js$/.test(name) && !names.has(name)) rmSync(join(lib, name));
}

for (const name of ['cloudflare', 'netlify', 'vercel']) {
  await bundleAlone(join(root, 'src', 'edge', `${name}.ts`), join(bundles, `${name}.js`));
}
// Netlify takes every file of a folder for an edge function, and its name for the function's.
cpSync(join(bundles, 'netlify.js'), join(bundles, 'netlify', 'operator-api.js'));

await bundleAlone(join(root, 'src', 'client', 'index.ts'), join(lib, 'client', 'index.js'));
for (const folder of ['.', 'client']) {
  const input = join(lib, '.types', folder, 'index.d.ts');
  const bundle = await rolldown({ input, plugins: [dts({ dtsInput: true })] });
  const { output } = await bundle.write({ dir: join(lib, folder), format: 'es' });
  forbidImports(output);
}
// What pages load, beside what they are made with.
const pages = join(root, 'src', 'pages');
rmSync(join(lib, 'pages'), { recursive: true, force: true });
mkdirSync(join(lib, 'pages'));
for (const name of readdirSync(join(pages, 'browser'))) {
  await bundleAlone(
    join(pages, 'browser', name),
    join(lib, 'pages', name.replace(/\.ts$/, '.js')),
    { minify: true },
  );
}
copyFileSync(join(pages, 'site.css'), join(lib, 'pages', 'site.css'));
for (const [from, to] of [
  ['swagger-ui-dist/swagger-ui-bundle.js', 'console-program.js'],
  ['swagger-ui-dist/swagger-ui.css', 'console-program.css'],
  ['@resvg/resvg-wasm/index_bg.wasm', 'resvg.wasm'],
  ['dejavu-fonts-ttf/ttf/DejaVuSans.ttf', 'sans.ttf'],
  ['dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf', 'sans-bold.ttf'],
]) {
  copyFileSync(join(root, 'node_modules', from), join(lib, 'pages', to));
  packages.add(join(root, 'node_modules', /^(?:@[^/]+\/)?[^/]+/.exec(from)[0]));
}

writeFileSync(join(lib, 'THIRD_PARTY_LICENSES'), [...packages].sort().map(licenceOf).join('\n'));

/** The terms of a package, whole. */
function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  // One package names the Mozilla Public License 2.0 without its text, which another one has.
  const source = name === '@resvg/resvg-wasm' ? join(root, 'node_modules', 'axe-core') : folder;
  const file = readdirSync(source).find((entry) => /^licen[cs]e(\.\w+)?$/i.test(entry));
  if (file === undefined) throw new Error(`${name} comes without the text of its licence`);
  const rule = '-'.repeat(80);
  return `${rule}\n${name} ${version} (${license})\n${rule}\n\n${readFileSync(join(source, file), 'utf8').trim()}\n`;
}

/** One file that runs where there is neither Node nor a package. */
async function bundleAlone(input, file, options = {}) {
  const bundle = await rolldown({
    input,
    platform: 'neutral',
    plugins: [precomputed],
    external: /^[^./]/,
    // Modules of which nothing is used bring their packages along otherwise.
    treeshake: { moduleSideEffects: false },
  });
  const { output } = await bundle.write({ file, ...options });
  notePackages(output);
  forbidImports(output);
}

function forbidImports(output) {
  for (const { fileName, code } of output) {
    const [found] = /^import\b.*|^export\b.*\bfrom\b.*|\bimport\(.*/m.exec(code) ?? [];
    if (found !== undefined) throw new Error(`${fileName} would need another module: ${found}`);
  }
}
