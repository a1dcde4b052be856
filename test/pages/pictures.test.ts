import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XmlDocument } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import { HOSTILE } from '../doors/hostile-dataset.ts';
import { publicationOf } from '../doors/publication.ts';
import { repository } from '../doors/repository.ts';
import { sharedInFile } from '../doors/shared.ts';
import { change, inClaim, operator, tiny, WITH_PAGES } from '../doors/tiny-dataset.ts';

/** A build that no test changes. */
const published = sharedInFile(publicationOf);

const HOSTILE_NAME = '<script>alert(1)</script> ]]> & \\"x\\" 日本語 😀';

describe('charts as pictures', () => {
  it.each(['best/cheapest.svg', 'metrics/fee_usd.svg'])(
    'are well-formed, and hostile names stay text: %s',
    async (path) => {
      const { read } = await published(
        tiny({
          ...WITH_PAGES,
          'service.yaml': String(WITH_PAGES['service.yaml']).replace(
            'Tiny Comparison',
            `"${HOSTILE_NAME}"`,
          ),
          'operators/anchor.yaml': operator(7, `"${HOSTILE_NAME}"`),
          ...change('metrics.yaml', 'Fee (USD)', `"${HOSTILE_NAME}"`),
          ...change('categories.yaml', 'title: Cheapest', `title: "${HOSTILE_NAME}"`),
        }),
      );
      const picture = read(`pages/${path}`);
      const document = XmlDocument.fromString(picture);
      const names = { svg: 'http://www.w3.org/2000/svg' };
      expect(document.get('/svg:svg/svg:title', names)?.content).toBe(
        '<script>alert(1)</script> ]]> & "x" 日本語 😀',
      );
      // Parsers that follow XML 1.0 §2.4 refuse these characters.
      expect(picture).not.toContain(']]>');
      expect(picture).not.toMatch(/<script|<foreignObject|<image|href|\son\w+=/);
    },
  );

  it('say what they show, whose data it is, and where it is from', async () => {
    const { read } = await published(tiny(WITH_PAGES));
    const picture = read('pages/best/cheapest.svg');
    expect(picture).toMatch(/^<svg xmlns="[^"]+" width="640" height="154" /);
    for (const text of [
      'Bar chart of Fee (USD) for 1 operator: first Anchor with 1.5 USD, last Anchor with 1.5 USD.',
      'Tiny Comparison, CC BY 4.0',
      'https://tiny.example/best/cheapest',
    ]) {
      expect(picture).toContain(`>${text}<`);
    }
  });

  it('exist without any value', async () => {
    const { read } = await published(tiny({ ...WITH_PAGES, 'facts/anchor.yaml': '[]\n' }));
    expect(read('pages/best/cheapest.svg')).toContain('>No values yet<');
    expect(read('pages/metrics/fee_usd.svg')).toContain('>No values yet<');
  });

  it.each([
    ['negative', -3],
    ['as great as can be', 9_007_199_254_740_991],
    ['very small', 1e-7],
  ])('have only finite lengths, with a value that is %s', async (_, value) => {
    const { read } = await published(
      tiny({
        ...WITH_PAGES,
        ...inClaim('value: 1.5', `value: ${value}`),
        'facts/birch.yaml': `- { claim_id: fee_usd_2, metric: fee_usd, value: 2, evidence_url: "https://x.example/", observed_at: 2026-10-01 }\n`,
      }),
    );
    for (const path of ['best/cheapest', 'metrics/fee_usd']) {
      const picture = read(`pages/${path}.svg`);
      expect(picture).not.toMatch(/NaN|Infinity|="-/);
      const widths = [...picture.matchAll(/ width="([\d.]+)%"/g)].map(([, width]) => Number(width));
      expect(Math.max(...widths)).toBeLessThanOrEqual(100);
    }
  });

  it('have the colours of the pages', async () => {
    const { read } = await published(tiny(WITH_PAGES));
    const css = readFileSync(join(repository, 'src/pages/site.css'), 'utf8');
    const colours = read('pages/best/cheapest.svg').match(/#[0-9a-f]{6}\b/g) ?? [];
    expect(colours.length).toBeGreaterThan(10);
    expect(colours.filter((colour) => !css.includes(colour))).toEqual([]);
  });
});

describe('preview.png', () => {
  it('has the size that other sites show', async () => {
    const { out } = await published(tiny(WITH_PAGES));
    const bytes = readFileSync(join(out, 'api/v1/pages/preview.png'));
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([800, 420]);
  });

  it('has the same bytes from build to build, and others for another name', async () => {
    const pictureOf = async (name: string) => {
      const { out } = await publicationOf(
        tiny({ 'service.yaml': String(WITH_PAGES['service.yaml']).replace('Tiny', name) }),
      );
      return readFileSync(join(out, 'api/v1/pages/preview.png')).toString('base64');
    };
    const first = await pictureOf('Tiny');
    expect(await pictureOf('Tiny')).toBe(first);
    expect(await pictureOf('Great')).not.toBe(first);
  });

  it('can be made of a name that the fonts lack, and that is markup', async () => {
    const service = String(WITH_PAGES['service.yaml']).replace(
      'Tiny Comparison',
      `"日本語 😀 ]]> </text><image href='x'/> & ${'long '.repeat(60)}z"`,
    );
    const { out } = await published(tiny({ 'service.yaml': service }));
    expect(readFileSync(join(out, 'api/v1/pages/preview.png')).length).toBeGreaterThan(1000);
  });
});

describe('sitemap.xml', () => {
  it('is well-formed whatever addresses there are', async () => {
    const { read } = await published({
      ...HOSTILE,
      'service.yaml': `${HOSTILE['service.yaml']}pages: true\n`,
    });
    const text = read('pages/sitemap.xml');
    const document = XmlDocument.fromString(text);
    const names = { map: 'http://www.sitemaps.org/schemas/sitemap/0.9' };
    const addresses = document
      .find('/map:urlset/map:url/map:loc', names)
      .map(({ content }) => content);
    expect(addresses.filter((address) => address.endsWith('/x/best/1-2'))).toHaveLength(1);
  });
});
