// Every screen in every state, on a desktop and on the narrowest phone: WCAG 2.2 A and AA by axe in both themes, and no
// sideways scrolling.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll, narrowPhone, settled } from './support/looks.ts';
import { ownLogbook, withoutSession } from './support/states.ts';
import { expect, test } from './support/test.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/**
 * Returns axe's violations as `state, theme: rule at element`. Only colors differ between the themes, so the dark one is
 * checked for contrast alone.
 */
async function violations(page: Page, state: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    // `resultTypes` saves computing selectors for everything that passes. Legacy mode saves the extra page that axe opens
    // to merge results of cross-origin frames; there are none. The browser's own PDF viewer is excluded.
    const axe = new AxeBuilder({ page })
      .options({
        runOnly: colorScheme === 'light' ? tags : ['color-contrast'],
        resultTypes: ['violations'],
      })
      .exclude('iframe')
      .setLegacyMode();
    const { violations: rules } = await axe.analyze();
    for (const { id, nodes } of rules) {
      for (const { target, failureSummary } of nodes) {
        found.push(`${state}, ${colorScheme}: ${id} at ${target.join(' ')}: ${failureSummary}`);
      }
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

for (const [device, options] of Object.entries({ desktop: {}, phone: narrowPhone })) {
  test.describe(`every screen on a ${device}`, () => {
    test.use({ ...options, contextOptions: { reducedMotion: 'reduce' } });
    test.setTimeout(120_000);

    for (const [part, walk] of Object.entries(withoutSession)) {
      test(`${part}: accessible, no sideways scrolling`, async ({ page, noise }) => {
        const found: string[] = [];
        await walk(page, noise, async (state) => {
          await expectNoSidewaysScroll(page, state);
          found.push(...(await violations(page, state)));
        });
        expect(found).toEqual([]);
      });
    }

    for (const [part, walk] of Object.entries(ownLogbook)) {
      test(`${part}: accessible, no sideways scrolling`, async ({ page, person, noise }) => {
        const found: string[] = [];
        await walk(page, person, noise, async (state) => {
          await expectNoSidewaysScroll(page, state);
          found.push(...(await violations(page, state)));
        });
        expect(found).toEqual([]);
      });
    }
  });
}
