import { expect, it } from 'vitest';
import { DEFAULT_SERVING } from '../../src/policy/index.ts';
import { project } from '../doors/check-build.ts';
import { askServer, deviationsOf, misreadAccepts } from '../doors/check-host.ts';
import { preview } from '../doors/check-preview.ts';
import { publishDocuments } from '../doors/publish-documents.ts';
import { DEPRECATED, withPages } from '../doors/tiny-dataset.ts';
import { acceptHeaders } from '../policy/accept-headers.ts';
import { DEPRECATION } from './ending.ts';
import { REQUESTS } from './requests.ts';

it('the preview answers every request as the policy says', async () => {
  const { out, buildAt } = project(withPages());
  await buildAt(0);
  publishDocuments(out);
  const { port } = await preview(out);
  const host = { send: askServer(port), serving: DEFAULT_SERVING, out };
  expect(await deviationsOf(host, REQUESTS)).toEqual([]);
  expect(await misreadAccepts(host, acceptHeaders(20_261_121, 500))).toEqual([]);
});

it('so it does where the sources say that the API will end', async () => {
  const { out, buildAt } = project(withPages(DEPRECATED));
  await buildAt(0);
  publishDocuments(out);
  const { port } = await preview(out);
  const serving = { ...DEFAULT_SERVING, deprecation: DEPRECATION };
  expect(await deviationsOf({ send: askServer(port), serving, out }, REQUESTS)).toEqual([]);
});
