import { expect, it } from 'vitest';
import { findManifest } from '../../src/intake/index.ts';

it.each([
  ['https://a.example/api/v1', 'https://a.example/api/v1/manifest.json'],
  ['https://a.example/api/v1//', 'https://a.example/api/v1/manifest.json'],
  ['HTTP://a.example', 'http://a.example/manifest.json'],
  ['https://a.example/api/v1?token=a#top', 'https://a.example/api/v1/manifest.json?token=a'],
  ['https://a.example/kept/last.json', 'https://a.example/kept/last.json'],
])('the manifest of %s is at %s', (place, manifest) => {
  expect(findManifest(place)).toBe(manifest);
});
