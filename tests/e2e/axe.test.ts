// WCAG 2.2 A and AA by axe, on every screen in every state, in both themes, on phone and desktop.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { phone, settled } from './support/looks.ts';
import { ownLogbook, withoutSession } from './support/states.ts';
import { expect, test } from './support/test.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** What axe finds in both themes, as `state, theme: rule at element`. */
async function violations(page: Page, state: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    // The browser's own PDF viewer is not ours to judge.
    const { violations: rules } = await new AxeBuilder({ page }).withTags(tags).exclude('iframe').analyze();
    for (const { id, nodes } of rules) {
      for (const { target, failureSummary } of nodes) {
        found.push(`${state}, ${colorScheme}: ${id} at ${target.join(' ')}: ${failureSummary}`);
      }
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

for (const [device, options] of Object.entries({ desktop: {}, phone })) {
  test.describe(`axe on a ${device}`, () => {
    test.use({ ...options, contextOptions: { reducedMotion: 'reduce' } });
    test.setTimeout(120_000);

    for (const [part, walk] of Object.entries(withoutSession)) {
      test(`${part}, ${device}`, async ({ page, noise }) => {
        const found: string[] = [];
        await walk(page, noise, async (state) => void found.push(...(await violations(page, state))));
        expect(found).toEqual([]);
      });
    }

    for (const [part, walk] of Object.entries(ownLogbook)) {
      test(`${part}, ${device}`, async ({ page, person, noise }) => {
        const found: string[] = [];
        await walk(page, person, noise, async (state) => void found.push(...(await violations(page, state))));
        expect(found).toEqual([]);
      });
    }
  });
}
