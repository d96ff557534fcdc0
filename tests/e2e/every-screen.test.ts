// Every screen in every state, on a desktop in light colors and on the narrowest phone in dark ones: WCAG 2.2 A and AA
// by axe, and no sideways scrolling. The themes differ only in their colors, and the devices in their layout, apart from
// a few controls that only one of them has.
import type { Page } from '@playwright/test';
import { violationsIn } from './support/axe.ts';
import { expectNoSidewaysScroll, narrowPhone, settled } from './support/looks.ts';
import { ownLogbook, withoutSession } from './support/states.ts';
import { expect, test } from './support/test.ts';

const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

const devices = { desktop: {}, phone: { ...narrowPhone, colorScheme: 'dark' } } as const;

/** Returns what is wrong with the state, as `state: rule at element`. */
async function faultsOf(page: Page, state: string): Promise<string[]> {
  await expectNoSidewaysScroll(page, state);
  await settled(page);
  const violations = await violationsIn(page, { runOnly });
  return violations.map((violation) => `${state}: ${violation}`);
}

for (const [device, use] of Object.entries(devices)) {
  test.describe(`every screen on a ${device}`, () => {
    test.use({ ...use, contextOptions: { reducedMotion: 'reduce' } });
    test.setTimeout(120_000);

    for (const [part, walk] of Object.entries(withoutSession)) {
      test(`${part}: accessible, no sideways scrolling`, async ({ page, noise }) => {
        const found: string[] = [];
        await walk(page, noise, async (state) => {
          found.push(...(await faultsOf(page, state)));
        });
        expect(found).toEqual([]);
      });
    }

    for (const [part, walk] of Object.entries(ownLogbook)) {
      test(`${part}: accessible, no sideways scrolling`, async ({ page, person, noise }) => {
        const found: string[] = [];
        await walk(page, person, noise, async (state) => {
          found.push(...(await faultsOf(page, state)));
        });
        expect(found).toEqual([]);
      });
    }
  });
}
