/**
 * Takes pictures of every kind of page of the sample at 1280 and 360 px, light and dark, to look at:
 * `npm run screenshots -- <folder>`. With `--docs`, the few that README shows, to docs/pictures.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const root = join(import.meta.dirname, '..');
const isForDocs = process.argv[2] === '--docs';
const folder = isForDocs ? join(root, 'docs', 'pictures') : process.argv[2];
if (folder === undefined) throw new Error('Give a folder, or --docs');

const PAGES = [
  ['front', ''],
  ['side-by-side', '?operators=harbour-nine,tidewrack,copper-heron&view=side-by-side'],
  ['operator', 'operators/harbour-nine'],
  ['operator-ended', 'operators/brass-lapwing'],
  ['ranking', 'best/usdt-trc20'],
  ['metrics', 'metrics'],
  ['metric', 'metrics/median_withdrawal_minutes'],
  ['changes', 'changes'],
  ['docs', 'docs'],
  ['console', 'docs/console'],
  ['widgets', 'docs/widgets'],
  ['embed', 'embed/best/no-kyc'],
  ['not-found', 'nowhere'],
  ['removed', 'best/lowest-fees'],
];
const SIZES = [1280, 360];
const SCHEMES = ['light', 'dark'];
/** What README shows: page, width, scheme. */
const IN_DOCS = [
  ['front', 1280, 'light'],
  ['operator', 1280, 'dark'],
  ['ranking', 360, 'light'],
];

const out = mkdtempSync(join(tmpdir(), 'screenshots-'));
const cli = join(root, 'lib', 'cli.cjs');
spawnSync(process.execPath, [join(root, 'scripts', 'compile.mjs')], { stdio: 'inherit' });
spawnSync(process.execPath, [cli, 'build', '--out', out, '--no-cache'], { cwd: root });
const server = spawn(process.execPath, [cli, 'serve', '--out', out, '--port', '0'], { cwd: root });
const url = await new Promise((resolve) => {
  let said = '';
  const read = (text) => {
    said += text;
    const [found] = /http:\/\/127\.0\.0\.1:\d+\//.exec(said) ?? [];
    if (found !== undefined) resolve(found);
  };
  server.stdout.setEncoding('utf8').on('data', read);
  server.stderr.setEncoding('utf8').on('data', read);
});

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
for (const [name, path] of PAGES) {
  for (const width of SIZES) {
    for (const colorScheme of SCHEMES) {
      const isShown = IN_DOCS.some(
        ([page, size, scheme]) => page === name && size === width && scheme === colorScheme,
      );
      if (isForDocs && !isShown) continue;
      const page = await browser.newPage({
        viewport: { width, height: isForDocs ? Math.round(width * (width > 600 ? 0.7 : 2)) : 800 },
        colorScheme,
      });
      await page.goto(url + path);
      await page.waitForLoadState('networkidle');
      await page.screenshot({
        path: join(folder, `${name}-${width}-${colorScheme}.${isForDocs ? 'jpg' : 'png'}`),
        ...(isForDocs ? { type: 'jpeg', quality: 60 } : { type: 'png', fullPage: true }),
      });
      await page.close();
    }
  }
}
await browser.close();
server.kill();
rmSync(out, { recursive: true });
