import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RelaxNGValidator, XmlDocument, type XmlElement } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import { project } from '../doors/check-build.ts';
import { repository } from '../doors/repository.ts';
import { operator, TINY, tiny } from '../doors/tiny-dataset.ts';

const NAMESPACES = { a: 'http://www.w3.org/2005/Atom' };

/** Checks a feed against the schema of RFC 4287, and gives a way to ask for its texts. */
function openFeed(text: string): (xpath: string) => string[] {
  const schema = XmlDocument.fromString(
    readFileSync(join(repository, 'test/changes/atom.rng'), 'utf8'),
  );
  const document = XmlDocument.fromString(text);
  RelaxNGValidator.fromDoc(schema).validate(document);
  return (xpath) => document.find(xpath, NAMESPACES).map((node) => (node as XmlElement).content);
}

describe('the feed of changes', () => {
  it('is an Atom feed before anything changed', async () => {
    const { buildAt, read } = project(tiny());
    await buildAt(0);
    const ask = openFeed(read('changes.atom'));
    expect(ask('/a:feed/a:updated')).toEqual(['2026-11-15T12:00:00Z']);
    expect(ask('/a:feed/a:entry')).toEqual([]);
    expect(ask('/a:feed/a:author/a:name')).toEqual(['Tiny Comparison']);
    expect(ask('/a:feed/a:rights')[0]).toContain('CC BY 4.0');
    expect(ask('/a:feed/a:link[@rel="license"]/@href')).toEqual([
      'https://creativecommons.org/licenses/by/4.0/',
    ]);
  });

  it('has an entry for each operator in each publication, with an id that stays', async () => {
    const { change, buildAt, read } = project(tiny());
    await buildAt(0);
    change({
      'operators/birch.yaml': operator(3, 'Birch').replace('cons: []', 'cons: [Slow, Late]'),
      'operators/anchor.yaml': operator(7, 'Anchor').replace('cons: []', 'cons: [Slow]'),
      'metrics.yaml': (TINY['metrics.yaml'] ?? '').replace('Fee (USD)', 'Fee'),
    });
    await buildAt(60);
    const first = openFeed(read('changes.atom'));
    expect(first('//a:entry/a:title')).toEqual([
      'Birch: 2 changes',
      'Anchor: 1 change',
      'Service, metrics and categories: 1 change',
    ]);
    change({ 'operators/birch.yaml': null });
    await buildAt(120);
    const second = openFeed(read('changes.atom'));
    expect(second('//a:entry/a:title')[0]).toBe('Birch: removed');
    expect(second('//a:entry/a:id').slice(1)).toEqual(first('//a:entry/a:id'));
    expect(new Set(second('//a:entry/a:id')).size).toBe(4);
    expect(second('//a:entry/a:content')[1]).toBe(
      '<ul><li>cons added: Slow</li><li>cons added: Late</li></ul>',
    );
  });

  it('links to the page that an operator has now, and to the log where it has none', async () => {
    const { change, buildAt, read } = project(tiny());
    const changed = (name: string, id: number) =>
      operator(id, name).replace('cons: []', 'cons: [Slow]');
    await buildAt(0);
    change({
      'operators/birch.yaml': changed('Birch', 3),
      'operators/anchor.yaml': changed('Anchor', 7),
    });
    await buildAt(60, { isPreview: true });
    change({ 'operators/birch.yaml': null, 'operators/beech.yaml': changed('Birch', 3) });
    change({ 'operators/anchor.yaml': null, 'facts/anchor.yaml': null });
    await buildAt(120, { isPreview: true });
    const log = 'https://tiny.example/api/v1/changes';
    const page = 'https://tiny.example/operators/beech';
    expect(openFeed(read('changes.atom'))('//a:entry/a:link/@href')).toEqual([
      page,
      log,
      page,
      log,
    ]);
  });

  it('passes on whatever text there is as text', async () => {
    const hostile = `"<b>&amp; ]]> 'x'\\rü 🦊</b>"`;
    const { change, buildAt, read } = project(
      tiny({ 'operators/birch.yaml': operator(3, hostile) }),
    );
    await buildAt(0);
    change({
      'operators/birch.yaml': operator(3, hostile).replace('cons: []', `cons: [${hostile}]`),
    });
    await buildAt(60);
    const ask = openFeed(read('changes.atom'));
    expect(ask('//a:entry/a:title')[0]).toMatch(/^<b>&amp; \]\]> 'x'\rü 🦊<\/b>: 1 change$/);
    expect(ask('//a:entry/a:content')[0]).toContain("&lt;b&gt;&amp;amp; ]]&gt; 'x'&#13;ü 🦊");
  });

  it('is found to be wrong by the schema when it is', () => {
    expect(() => openFeed('<feed xmlns="http://www.w3.org/2005/Atom"><id>x</id></feed>')).toThrow();
  });
});
