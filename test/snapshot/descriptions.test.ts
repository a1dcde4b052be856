import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Cite } from '@citation-js/core';
import '@citation-js/plugin-cff';
import { Package } from 'datapackage';
import markdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Timestamp } from '../../src/model/index.ts';
import { spdxIdOf, toCitationFile, toReadMe } from '../../src/snapshot/read-me.ts';
import { toTables } from '../../src/snapshot/tables.ts';
import {
  hasPrograms,
  run,
  sharedSnapshot,
  shippedSnapshot,
  unpacked,
} from '../doors/check-snapshot.ts';
import { operator, type Sources } from '../doors/tiny-dataset.ts';

const shipped = sharedSnapshot();

/** Addresses that browsers take, and that are no URIs (RFC 3986). */
const NO_URI: Sources = {
  'operators/quiet-orchard.yaml': operator(99, 'Quiet Orchard').replace(
    'sources: []',
    'sources: [{ title: Page, url: "https://xn--bcher-kva.example/%C3%BC?q=(a)&b=*#c", accessed_at: 2026-10-01T00:00:00Z }]',
  ),
};

describe('the Data Package', () => {
  it.each([
    ['as shipped', {}],
    ['with addresses that are no URIs', NO_URI],
  ])('is read by a Data Package reader, with types and keys, %s', async (_, changes) => {
    const { dataset, folder } = await shippedSnapshot(changes);
    const archive = unpacked(folder);
    const descriptor = JSON.parse(readFileSync(join(archive, 'datapackage.json'), 'utf8'));
    // The reader is of version 1: that a resource is a table, and a key leads into its own table,
    // was said in other words there. It holds the rest against the profile of that version.
    descriptor.profile = 'tabular-data-package';
    for (const resource of descriptor.resources) {
      resource.profile = 'tabular-data-resource';
      for (const { reference } of resource.schema.foreignKeys ?? []) reference.resource ??= '';
    }
    const dataPackage = await Package.load(descriptor, { basePath: archive, strict: true });
    expect(dataPackage.errors).toEqual([]);
    for (const { name, rows } of toTables(dataset)) {
      const resource = dataPackage.getResource(name);
      // Reading casts every cell and follows every key.
      const found = await resource.read({ keyed: true, relations: true });
      expect(found.length, name).toBe(rows.length);
    }
  });

  it.each(['archive', 'downloads'])('tells sizes and digests of the files of the %s', (where) => {
    const { folder } = shipped();
    const place = where === 'archive' ? unpacked(folder) : folder;
    const { resources } = JSON.parse(readFileSync(join(place, 'datapackage.json'), 'utf8'));
    expect(resources.length).toBe(10);
    for (const { path, bytes, hash } of resources) {
      const content = readFileSync(join(place, path));
      expect(content.length).toBe(bytes);
      expect(`sha256:${createHash('sha256').update(content).digest('hex')}`).toBe(hash);
    }
  });

  it('says what version 2 asks for', () => {
    const { folder } = shipped();
    const descriptor = JSON.parse(readFileSync(join(unpacked(folder), 'datapackage.json'), 'utf8'));
    expect(descriptor).toMatchObject({
      $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
      id: 'https://compare.example/api/v1',
      created: '2026-11-15T12:00:00Z',
      licenses: [{ name: 'CC-BY-4.0', path: 'https://creativecommons.org/licenses/by/4.0/' }],
      contributors: [{ roles: ['publisher'] }, { email: 'data@compare.example' }],
    });
    const fields = new Map<string, { schema: { fields: readonly { type: string }[] } }>(
      descriptor.resources.map((resource: { name: string }) => [resource.name, resource]),
    );
    const types = ['string', 'integer', 'number', 'boolean', 'datetime'];
    expect(fields.size).toBe(10);
    for (const [name, { schema }] of fields) {
      for (const { type } of schema.fields) expect(types, name).toContain(type);
    }
  });
});

describe('the citation file', () => {
  it('is read by a citation program', () => {
    const { folder } = shipped();
    const text = readFileSync(join(unpacked(folder), 'CITATION.cff'), 'utf8');
    const [entry] = new Cite(text).data;
    expect(entry).toMatchObject({
      type: 'dataset',
      title: 'Example Comparison',
      author: [{ literal: 'Example Comparison' }],
      URL: 'https://compare.example',
      version: '2026-11-15T12:00:00Z',
      issued: { 'date-parts': [[2026, 11, 15]] },
    });
  });

  // What version 1.2.0 of the format asks for, and nothing it does not know.
  it.each([
    ['https://creativecommons.org/licenses/by/4.0/', 'license', 'CC-BY-4.0'],
    ['https://terms.example/data', 'license-url', 'https://terms.example/data'],
  ])('has the keys of its format, with the terms of %s', (url, key, value) => {
    const { dataset } = shipped();
    const service = {
      ...dataset.service,
      name: 'A "name": with # signs\nand lines',
      license: { name: 'Terms', url },
      contact: { name: 'Desk', email: null, url: 'https://desk.example' },
    };
    const read = parse(toCitationFile(service, '2026-11-18T11:06:40Z' as Timestamp));
    expect(read).toEqual({
      'cff-version': '1.2.0',
      message: service.attribution,
      type: 'dataset',
      title: service.name,
      abstract: service.notice,
      version: '2026-11-18T11:06:40Z',
      'date-released': '2026-11-18',
      authors: [{ name: service.name, website: service.site_url }],
      contact: [{ name: 'Desk', website: 'https://desk.example' }],
      url: service.site_url,
      repository: service.base_url,
      [key]: value,
    });
  });

  it.each([
    ['https://creativecommons.org/licenses/by-sa/4.0/deed.de', 'CC-BY-SA-4.0'],
    ['http://creativecommons.org/licenses/by-nc-nd/3.0', 'CC-BY-NC-ND-3.0'],
    ['https://creativecommons.org/publicdomain/zero/1.0/', 'CC0-1.0'],
    ['https://opendatacommons.org/licenses/odbl/1-0/', 'ODbL-1.0'],
    ['https://creativecommons.example/licenses/by/4.0/', null],
    ['https://creativecommons.org/licenses/by/4.1/', null],
    ['https://creativecommons.org/licenses/by/4.5/', null],
    ['https://creativecommons.org/licenses/by/3.0/de/', null],
    ['https://creativecommons.org/licenses/by/2.5/legalcode', 'CC-BY-2.5'],
  ])('knows the licence at %s', (url, id) => {
    expect(spdxIdOf(url)).toBe(id);
  });
});

describe('the read-me', () => {
  it('explains every column, and how to cite', () => {
    const { dataset, folder } = shipped();
    const text = readFileSync(join(unpacked(folder), 'README.md'), 'utf8');
    expect(text).toMatch(/^# Example Comparison\n/);
    expect(text).toContain(
      '> Example Comparison (2026). Dataset, version of 2026-11-15T12:00:00Z.',
    );
    for (const { columns } of toTables(dataset)) {
      for (const { name, description } of columns) {
        expect(text).toMatch(new RegExp(`^\\| \`${name}\` \\| .*${description.slice(0, 9)}`, 'm'));
      }
    }
  });
});

describe('a text in the read-me', () => {
  it.each(['Tom &amp; Co', '~~Tom~~', '*Tom* _Co_ `x`', '[Tom](https://x.example) <b>| #1'])(
    'reads as it is: %s',
    (name) => {
      const { dataset } = shipped();
      const { service } = dataset;
      const at = '2026-11-15T12:00:00Z' as Timestamp;
      const html = markdownIt({ html: true }).render(toReadMe([], { ...service, name }, at));
      const [, heading = ''] = /^<h1>(.*)<\/h1>$/m.exec(html) ?? [];
      expect(heading).toBe(markdownIt().utils.escapeHtml(name));
    },
  );
});

describe('the checksums', () => {
  const hasChecksums = hasPrograms('the checksums hold with sha256sum', 'sha256sum');
  it.runIf(hasChecksums)('hold for all other downloads, as the list of them does', () => {
    const { folder, read } = shipped();
    const checked = run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], folder);
    const { data } = JSON.parse(read('snapshots.json'));
    const files: string[] = data.map(({ file }: { file: string }) => file);
    const lines = files.filter((file) => file !== 'SHA256SUMS').map((file) => `${file}: OK`);
    expect(checked.trim().split('\n').sort()).toEqual(lines.sort());
    for (const { file, bytes, sha256, url } of data) {
      const content = readFileSync(join(folder, file));
      const digest = createHash('sha256').update(content).digest('hex');
      expect([content.length, digest]).toEqual([bytes, sha256]);
      expect(url).toBe(`https://compare.example/api/v1/snapshots/${file}`);
    }
  });
});
