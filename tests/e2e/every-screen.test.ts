// Every screen in every state, on a desktop in light colors and on the narrowest phone in dark ones: WCAG 2.2 A and AA
// by axe, no sideways scrolling, errors that look like errors, and nothing that opens outside the window. Each state is
// reached once, and shown on both.
import type { Page } from '@playwright/test';
import { violationsIn } from './support/axe.ts';
import { mildErrors } from './support/error-toasts.ts';
import { prepareForPhone, showOnDesktop, showOnPhone } from './support/devices.ts';
import { expectNoSidewaysScroll, settled } from './support/looks.ts';
import { overlayProblems } from './support/overlays.ts';
import type { Visit } from './support/settings-states.ts';
import { ownLogbook, withoutSession } from './support/states.ts';
import { expect, test } from './support/test.ts';

const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** Returns what is wrong with the page as it is now, as `where: rule at element`. */
async function problemsOf(page: Page, where: string): Promise<string[]> {
  await settled(page);
  const [violations, mild] = await Promise.all([
    violationsIn(page, { runOnly }),
    mildErrors(page),
    expectNoSidewaysScroll(page, where),
  ]);
  return [...violations, ...mild].map((problem) => `${where}: ${problem}`);
}

/** Walks through states, and expects that none of them has a problem on a desktop or a phone. */
async function inspect(page: Page, walk: (visit: Visit) => Promise<void>): Promise<void> {
  const problems: string[] = [];
  await prepareForPhone(page);
  await walk(async (state) => {
    problems.push(...(await problemsOf(page, `${state} on a desktop`)));
    problems.push(...(await overlayProblems(page, `${state} on a desktop`, 'desktop')));
    await showOnPhone(page);
    problems.push(...(await problemsOf(page, `${state} on a phone`)));
    problems.push(...(await overlayProblems(page, `${state} on a phone`, 'phone')));
    await showOnDesktop(page);
    await settled(page);
  });
  expect(problems).toEqual([]);
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
