// Every screen in every state, on a desktop in light colors and on the narrowest phone in dark ones: WCAG 2.2 A and AA
// by axe, no sideways scrolling, errors that look like errors, and nothing that opens outside the window. Each state is
// reached once, and shown on both.
import type { Page } from '@playwright/test';
import { violationsIn } from './support/axe.ts';
import { mildErrors } from './support/error-toasts.ts';
import { prepareForPhone, showOnDesktop, showOnPhone } from './support/devices.ts';
import { expectNoSidewaysScroll, settled } from './support/looks.ts';
import { overlayFaults } from './support/overlays.ts';
import type { Visit } from './support/settings-states.ts';
import { ownLogbook, withoutSession } from './support/states.ts';
import { expect, test } from './support/test.ts';

const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** Returns what is wrong with the page as it is now, as `where: rule at element`. */
async function faultsOf(page: Page, where: string): Promise<string[]> {
  await settled(page);
  await expectNoSidewaysScroll(page, where);
  const violations = await violationsIn(page, { runOnly });
  return [...violations, ...(await mildErrors(page))].map((fault) => `${where}: ${fault}`);
}

/** Walks through states, and expects that none of them has a fault on a desktop or a phone. */
async function inspect(page: Page, walk: (visit: Visit) => Promise<void>): Promise<void> {
  const faults: string[] = [];
  await prepareForPhone(page);
  await walk(async (state) => {
    faults.push(...(await faultsOf(page, `${state} on a desktop`)));
    faults.push(...(await overlayFaults(page, `${state} on a desktop`, 'desktop')));
    await showOnPhone(page);
    faults.push(...(await faultsOf(page, `${state} on a phone`)));
    faults.push(...(await overlayFaults(page, `${state} on a phone`, 'phone')));
    await showOnDesktop(page);
    await settled(page);
  });
  expect(faults).toEqual([]);
}

test.describe('every screen', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });
  test.setTimeout(240_000);

  for (const [part, walk] of Object.entries(withoutSession)) {
    test(`${part}: accessible, no sideways scrolling, nothing opens outside the window`, async ({
      page,
      noise,
    }) => {
      await inspect(page, (visit) => walk(page, noise, visit));
    });
  }

  for (const [part, walk] of Object.entries(ownLogbook)) {
    test(`${part}: accessible, no sideways scrolling, nothing opens outside the window`, async ({
      page,
      person,
      noise,
    }) => {
      await inspect(page, (visit) => walk(page, person, noise, visit));
    });
  }
});
