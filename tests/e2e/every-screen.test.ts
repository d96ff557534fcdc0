// Every screen in every state, on a desktop in light colors and on the narrowest phone in dark ones: WCAG 2.2 A and AA
// by axe, no sideways scrolling, errors that look like errors, and nothing that opens outside the window. Each state is
// reached once, and shown on both. What axe says is also kept for the report on accessibility.
import type { Page } from '@playwright/test';
import { checkByAxe } from './support/axe.ts';
import { AxeRecorder } from './support/axe-record.ts';
import { axeTags } from '../../scripts/lib/axe-records.ts';
import { mildErrors } from './support/error-toasts.ts';
import { prepareForPhone, showOnDesktop, showOnPhone } from './support/devices.ts';
import { expectNoSidewaysScroll, settled } from './support/looks.ts';
import { overlayProblems } from './support/overlays.ts';
import type { Visit } from './support/settings-states.ts';
import { ownLogbook, withoutSession } from './support/states.ts';
import { expect, test } from './support/test.ts';

/** Returns what is wrong with the page as it is now, as `where: rule at element`. */
async function problemsOf(page: Page, where: string, recorder: AxeRecorder): Promise<string[]> {
  await settled(page);
  const [result, mild] = await Promise.all([
    checkByAxe(page, { runOnly: [...axeTags] }),
    mildErrors(page),
    expectNoSidewaysScroll(page, where),
  ]);
  recorder.add(result);
  return [...result.violations, ...mild].map((problem) => `${where}: ${problem}`);
}

/** Walks through states, and expects that none of them has a problem on a desktop or a phone. */
async function inspect(page: Page, part: string, walk: (visit: Visit) => Promise<void>): Promise<void> {
  const problems: string[] = [];
  const recorder = new AxeRecorder(part);
  await prepareForPhone(page);
  await walk(async (state) => {
    problems.push(...(await problemsOf(page, `${state} on a desktop`, recorder)));
    problems.push(...(await overlayProblems(page, `${state} on a desktop`, 'desktop')));
    await showOnPhone(page);
    problems.push(...(await problemsOf(page, `${state} on a phone`, recorder)));
    problems.push(...(await overlayProblems(page, `${state} on a phone`, 'phone')));
    await showOnDesktop(page);
    await settled(page);
  });
  expect(problems).toEqual([]);
  recorder.save();
}

test.describe('every screen', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });
  test.setTimeout(240_000);

  for (const [part, walk] of Object.entries(withoutSession)) {
    test(`${part}: accessible, no sideways scrolling, nothing opens outside the window`, async ({
      page,
      noise,
    }) => {
      await inspect(page, part, (visit) => walk(page, noise, visit));
    });
  }

  for (const [part, walk] of Object.entries(ownLogbook)) {
    test(`${part}: accessible, no sideways scrolling, nothing opens outside the window`, async ({
      page,
      person,
      noise,
    }) => {
      await inspect(page, part, (visit) => walk(page, person, noise, visit));
    });
  }
});
