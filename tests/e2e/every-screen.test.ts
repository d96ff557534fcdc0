// Every screen in every state, on a desktop and on the narrowest phone: WCAG 2.2 A and AA by axe, in both themes, and
// no sideways scrolling.
//
// The themes differ only in their colors, and the devices in their layout, apart from a few controls that only one of
// them has. So all rules run twice: in light colors on the desktop, and in dark colors on the phone. Dark colors are
// checked for contrast on the desktop, too.
import type { Page } from '@playwright/test';
import { violationsIn } from './support/axe.ts';
import { expectNoSidewaysScroll, narrowPhone, settled } from './support/looks.ts';
import { ownLogbook, withoutSession } from './support/states.ts';
import { expect, test } from './support/test.ts';

const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];
const contrast = ['color-contrast'];

type Check = { colorScheme: 'light' | 'dark'; runOnly: string[] };

const devices = {
  desktop: {
    use: {},
    checks: [
      { colorScheme: 'light', runOnly: everyRule },
      { colorScheme: 'dark', runOnly: contrast },
    ],
  },
  phone: {
    use: { ...narrowPhone, colorScheme: 'dark' },
    checks: [{ colorScheme: 'dark', runOnly: everyRule }],
  },
} as const;

/** Returns what is wrong with the state, as `state, theme: rule at element`. Leaves the page in its first theme. */
async function faultsOf(page: Page, state: string, checks: readonly Check[]): Promise<string[]> {
  await expectNoSidewaysScroll(page, state);
  const found: string[] = [];
  for (const { colorScheme, runOnly } of checks) {
    if (checks.length > 1) await page.emulateMedia({ colorScheme });
    await settled(page);
    const violations = await violationsIn(page, { runOnly });
    found.push(...violations.map((violation) => `${state}, ${colorScheme}: ${violation}`));
  }
  if (checks.length > 1) await page.emulateMedia({ colorScheme: checks[0]!.colorScheme });
  return found;
}

for (const [device, { use, checks }] of Object.entries(devices)) {
  test.describe(`every screen on a ${device}`, () => {
    test.use({ ...use, contextOptions: { reducedMotion: 'reduce' } });
    test.setTimeout(120_000);

    for (const [part, walk] of Object.entries(withoutSession)) {
      test(`${part}: accessible, no sideways scrolling`, async ({ page, noise }) => {
        const found: string[] = [];
        await walk(page, noise, async (state) => {
          found.push(...(await faultsOf(page, state, checks)));
        });
        expect(found).toEqual([]);
      });
    }

    for (const [part, walk] of Object.entries(ownLogbook)) {
      test(`${part}: accessible, no sideways scrolling`, async ({ page, person, noise }) => {
        const found: string[] = [];
        await walk(page, person, noise, async (state) => {
          found.push(...(await faultsOf(page, state, checks)));
        });
        expect(found).toEqual([]);
      });
    }
  });
}
