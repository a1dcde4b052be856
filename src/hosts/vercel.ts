import { commonHeaders, DEFAULT_SERVING } from '../policy/index.ts';
import { buildCommandFor, type Deployment, edgeFile, type Host } from './host.ts';
import { PAGES_FOLDER, rootOf } from './published-paths.ts';

/** Where the build output has the files, whatever address they are answered at. */
const FILES = DEFAULT_SERVING.publicPath;

/**
 * Routing middleware answers every address, since only code negotiates, evaluates preconditions and
 * knows 405 and 410. Nothing is precompressed: the platform compresses what it sends.
 */
export const vercel: Host = {
  name: 'vercel',
  limits: {
    // The limit of 15,000 files is for sources sent by the command line, and not for build output.
    files: null,
    filesInFolder: null,
    fileSize: null,
    source: 'https://vercel.com/docs/limits#files',
  },
  defaultRoot: 'dist',
  hasEdgeCode: true,
  configure: (deployment, edgeCode) => [
    { path: 'vercel.json', text: `${JSON.stringify(projectConfiguration(deployment), null, 2)}\n` },
    { path: 'middleware.js', text: middleware(deployment, edgeCode) },
  ],
};

/**
 * https://vercel.com/docs/project-configuration/vercel-json. JSON has no comments, and Vercel takes
 * no key that it does not know, so only the middleware has the line about the source.
 */
function projectConfiguration(deployment: Deployment) {
  const { publicPath, root } = deployment;
  // Only what all answers share. Whether these or the headers of middleware win where both name one
  // is not documented, so they never differ.
  const shared = Object.entries(commonHeaders(deployment)).map(([key, value]) => ({ key, value }));
  return {
    $schema: 'https://openapi.vercel.sh/vercel.json',
    // Otherwise a framework is guessed from the packages, and brings its own routes.
    framework: null,
    buildCommand: buildCommandFor(root),
    outputDirectory: root,
    headers: [{ source: '/(.*)', headers: shared }],
    rewrites: [
      ...defaultForms(publicPath),
      ...(deployment.pages ? pageFiles(rootOf(publicPath)) : []),
    ],
  };
}

/** JSON for the addresses without a suffix, should the middleware ever be missing. */
function defaultForms(publicPath: string) {
  const json = { source: `${publicPath}/:path*`, destination: `${FILES}/:path*.json` };
  if (publicPath === FILES) return [json];
  const file = `${publicPath}/:file(.*\\.(?:json|csv))`;
  return [{ source: file, destination: `${FILES}/:file` }, json];
}

/** The files of pages, should the middleware ever be missing. */
function pageFiles(root: string) {
  const folder = `${FILES}/${PAGES_FOLDER}`;
  return [
    ...(root === '' ? ['/'] : [root, `${root}/`]).map((source) => ({
      source,
      destination: `${folder}/index.html`,
    })),
    { source: `${root}/:file(.*\\.[a-z]+)`, destination: `${folder}/:file` },
    { source: `${root}/:path*`, destination: `${folder}/:path*.html` },
  ];
}

/**
 * The build reads `config` without running the file, so it has to be a literal
 * (https://vercel.com/docs/routing-middleware/api#config-object).
 */
function middleware(deployment: Deployment, edgeCode: string): string {
  return edgeFile(deployment, `export const config = { matcher: '/(.*)' };\n${edgeCode}`);
}
