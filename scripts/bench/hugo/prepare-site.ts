import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';

/**
 * Makes a site for some sources: they are its data files, and each page needs a content file that
 * says which template it is of, since data alone makes no pages before Hugo 0.126.
 */
export function prepareHugoSite(data: string, site: string): void {
  const content = join(site, 'content');
  mkdirSync(join(content, 'operators'), { recursive: true });
  mkdirSync(join(content, 'best'));
  cpSync(join(import.meta.dirname, 'layouts'), join(site, 'layouts'), { recursive: true });
  const settings = readFileSync(join(import.meta.dirname, 'hugo.toml'), 'utf8');
  writeFileSync(join(site, 'hugo.toml'), settings + mount(data, 'data') + MOUNTS);

  writePage(join(content, 'operators.md'), { layout: 'list' });
  writePage(join(content, 'facts.md'), { layout: 'all-facts' });
  writePage(join(content, 'claims.md'), { layout: 'all-claims' });
  for (const file of readdirSync(join(data, 'operators'))) {
    const slug = basename(file, '.yaml');
    const { id } = parse(readFileSync(join(data, 'operators', file), 'utf8'));
    for (const key of [slug, id]) {
      mkdirSync(join(content, 'operators', String(key)));
      writePage(join(content, 'operators', `${key}.md`), { layout: 'detail', operator: slug });
      writePage(join(content, 'operators', String(key), 'facts.md'), {
        layout: 'facts',
        operator: slug,
      });
    }
  }
  const { active } = parse(readFileSync(join(data, 'categories.yaml'), 'utf8'));
  for (const { slug, alias } of active) {
    for (const name of [slug, alias]) {
      writePage(join(content, 'best', `${name}.md`), { layout: 'best', category: slug });
    }
  }
}

/** Front matter may be JSON. */
function writePage(path: string, frontMatter: object): void {
  writeFileSync(path, `${JSON.stringify(frontMatter, null, 2)}\n`);
}

function mount(source: string, target: string): string {
  return `[[module.mounts]]\nsource = '${source}'\ntarget = '${target}'\n`;
}

/** Naming one replaces those that Hugo has by itself. */
const MOUNTS = ['content', 'layouts'].map((folder) => mount(folder, folder)).join('');
