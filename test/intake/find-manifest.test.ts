import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findManifest } from '../../src/intake/index.ts';
import { temporaryFolder, writeFiles } from '../doors/folders.ts';

it.each([
  ['https://a.example/api/v1', 'https://a.example/api/v1/manifest.json'],
  ['https://a.example/api/v1//', 'https://a.example/api/v1/manifest.json'],
  ['HTTP://a.example', 'http://a.example/manifest.json'],
  ['https://a.example/api/v1?token=a#top', 'https://a.example/api/v1/manifest.json?token=a'],
  ['https://a.example/kept/last.json', 'https://a.example/kept/last.json'],
  ['https://a.example/kept/last.json?v=2', 'https://a.example/kept/last.json?v=2'],
])('the manifest of %s is at %s', (place, manifest) => {
  expect(findManifest(place)).toBe(manifest);
});

it('the manifest of a site is that of its API, whatever else the site calls manifest.json', () => {
  const site = temporaryFolder();
  writeFiles(site, { 'manifest.json': '{"name":"An app"}', 'api/v1/manifest.json': '{}' });
  expect(findManifest(site)).toBe(join(site, 'api/v1/manifest.json'));
});
