import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NOW } from './check-sources.ts';

/** A document of each media type and place, for those that a build does not write by itself. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  'openapi.json': '{"openapi":"3.1.0"}\n',
  'schemas/operators.json': '{"$id":"list"}\n',
  'csvw/operators.json': '{"url":"operators.csv"}\n',
  'dataset.jsonld': '{"@type":"Dataset"}\n',
  'api-catalog.json': '{"linkset":[]}\n',
  'llms.txt': '# Tiny Comparison\n',
  'index.md': '# Tiny Comparison\n\nAn index\n',
  'operators/anchor.md': '# Anchor\n',
  'best/cheapest.md': '# Cheapest first\n',
  'metrics/fee_usd.md': '# A withdrawal fee\n',
  'operators/anchor/changes.atom': '<feed xmlns="http://www.w3.org/2005/Atom"></feed>\n',
  'feed.json': '{"version":"https://jsonfeed.org/version/1.1"}\n',
  'operators/feed.json': '{"meta":{},"data":[]}\n',
  'client.js': 'export {};\n',
  'changes.atom': '<feed xmlns="http://www.w3.org/2005/Atom"/>\n',
  'snapshots/operator-api.zip': 'PK zip\n',
  'snapshots/operator-api.tar.gz': 'not gzip, but sent as it is\n',
  'snapshots/operators.sqlite': 'SQLite format 3\n',
  'snapshots/claims.parquet': 'PAR1\n',
  'snapshots/SHA256SUMS': '0  operator-api.zip\n',
  'pages/index.html': '<!doctype html><title>The front page</title>\n',
  'pages/operators/anchor.html': '<!doctype html><title>Anchor</title>\n',
  'pages/metrics.html': '<!doctype html><title>Metrics</title>\n',
  'pages/metrics/fee_usd.html': '<!doctype html><title>A withdrawal fee</title>\n',
  'pages/docs.html': '<!doctype html><title>Documentation</title>\n',
  'pages/docs/console.html': '<!doctype html><title>A console</title>\n',
  'pages/embed/best/cheapest.html': '<!doctype html><title>A widget</title>\n',
  'pages/best/cheapest.html': '<!doctype html><title>Cheapest</title>\n',
  'pages/best/cheapest.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
  'pages/404.html': '<!doctype html><title>Page not found</title>\n',
  'pages/removed/fastest.html': '<!doctype html><title>Ranking removed</title>\n',
  'pages/site.css': ':root { color: black }\n',
  'pages/widget.js': 'export const widget = 1;\n',
  'pages/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>\n',
  'pages/preview.png': 'PNG\n',
  'pages/sitemap.xml': '<urlset/>\n',
  'pages/robots.txt': 'User-agent: *\nAllow: /\n',
  'pages/oembed/best/cheapest.json': '{"version":"1.0"}\n',
};

/** Puts what is missing beside what was built, so that hosts are asked for it. */
export function publishDocuments(out: string): void {
  for (const [path, text] of Object.entries(DOCUMENTS)) {
    const place = join(out, 'api', 'v1', path);
    if (existsSync(place)) continue;
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
    utimesSync(place, NOW / 1000, NOW / 1000);
  }
}
