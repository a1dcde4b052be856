import { describe, expect, it } from 'vitest';
import { operatorPagePath, type Service, settlePages } from '../../src/model/index.ts';

const OPERATOR = { slug: 'anchor', id: 7 };

/** The parts of a service that decide about pages. */
function service(parts: Partial<Service>): Service {
  const usual = { pages: null, operator_url: null, site_url: 'https://tiny.example' };
  return { ...usual, base_url: 'https://tiny.example/api/v1', ...parts } as Service; // nothing else is read
}

describe('pages for people', () => {
  it.each<[url: string | null, hasPages: boolean, path: string]>([
    [null, true, 'operators/anchor'],
    ['https://tiny.example/reviews/{slug}.html', true, 'reviews/anchor'],
    ['https://tiny.example/reviews/{id}/', true, 'reviews/7'],
    ['https://other.example/operators/{slug}', false, 'operators/anchor'],
    ['https://tiny.example/{slug}', false, 'operators/anchor'],
    ['https://tiny.example/reviews?slug={slug}', false, 'operators/anchor'],
    // Folders of other pages.
    ['https://tiny.example/docs/{slug}', false, 'operators/anchor'],
    ['https://tiny.example/removed/{slug}', false, 'operators/anchor'],
  ])(
    'are published by default if those of operators can be beside the API: %s',
    (operator_url, hasPages, path) => {
      const chosen = service({ operator_url });
      expect(settlePages(chosen).pages).toBe(hasPages);
      expect(operatorPagePath(chosen)(OPERATOR)).toBe(path);
    },
  );

  it.each([true, false])('are what the service says: %s', (pages) => {
    expect(settlePages(service({ pages })).pages).toBe(pages);
  });
});
