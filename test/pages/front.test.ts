import { expect, it } from 'vitest';
import { describeInChromium } from '../doors/chromium.ts';
import { accessibilityProblems, openSite, WITH_PAGES } from '../doors/site.ts';
import { tiny } from '../doors/tiny-dataset.ts';

describeInChromium('the front page', (openPage) => {
  it.each(['light', 'dark'] as const)('has nothing for axe in %s', async (colorScheme) => {
    const { page, complaints } = await openSite(openPage, tiny(WITH_PAGES), '', { colorScheme });
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
