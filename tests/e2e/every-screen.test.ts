// Every screen in every state, on a desktop in light colors and on the narrowest phone in dark ones: WCAG 2.2 A and AA
// by axe, no sideways scrolling, errors that look like errors, and nothing that opens outside the window. Each state is
// reached once, and shown on both, in the pseudo-locale: with longer texts, from right to left, and where space is scarce
// also from left to right.
// What axe says is also kept for the report on accessibility.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Literals } from '../pseudo-locale/literals.ts';
import { isLengthened, pseudoLanguage } from '../pseudo-locale/pseudo.ts';
import { checkByAxe } from './support/axe.ts';
import { AxeRecorder } from './support/axe-record.ts';
import { readTree } from '../../scripts/check/tree.ts';
import { axeTags } from '../../scripts/lib/axe-records.ts';
import { mildErrors } from './support/error-toasts.ts';
import { prepareForPhone, showOnDesktop, showOnPhone } from './support/devices.ts';
import { expectNoSidewaysScroll, settled, textsOn } from './support/looks.ts';
import { overlayProblems } from './support/overlays.ts';
import type { Visit } from './support/settings-states.ts';
import { ownLogbook, withoutSession } from './support/states.ts';
import { expect, test } from './support/test.ts';

test.use({ build: 'pseudoLocale' });

const literals = Literals.of(readTree(join(import.meta.dirname, '../..')));

/** Pages for developers are in English. */
const forDevelopers = ['/api/docs', '/dev/mailbox'];

/** Returns the texts on the page that no texts module contains, but another module of the app. */
async function misplacedTexts(page: Page): Promise<string[]> {
  if (forDevelopers.includes(new URL(page.url()).pathname)) return [];
  const texts = await textsOn(page);
  if (!texts.some(isLengthened)) return [`${page.url()} has no text in the pseudo-locale`];
  return texts.flatMap((text) => {
    const module = isLengthened(text) ? undefined : literals.moduleOf(text);
    return module === undefined ? [] : [`"${text}" belongs into a texts module, and is in ${module}`];
  });
}

/** What is wrong with the page as it is now, as `where: rule at element`, and which of its texts are misplaced. */
async function problemsOf(page: Page, where: string, recorder: AxeRecorder): Promise<string[]> {
  await settled(page);
  const [result, mild, misplaced] = await Promise.all([
    checkByAxe(page, { runOnly: [...axeTags] }),
    mildErrors(page),
    misplacedTexts(page),
    expectNoSidewaysScroll(page, where),
  ]);
  recorder.add(result);
  return [...misplaced, ...[...result.violations, ...mild].map((problem) => `${where}: ${problem}`)];
}

/** Calls `look` while the page is written from left to right. */
async function fromLeftToRight(page: Page, look: () => Promise<void>): Promise<void> {
  const turn = (dir: string) => page.evaluate((value) => void (document.dir = value), dir);
  await turn('ltr');
  await look();
  await turn(pseudoLanguage.direction);
}

/** Walks through states, and expects that none of them has a problem on a desktop or a phone. */
async function inspect(page: Page, part: string, walk: (visit: Visit) => Promise<void>): Promise<void> {
  // A text may be on many screens.
  const problems = new Set<string>();
  const recorder = new AxeRecorder(part);
  const keep = (found: string[]) => found.forEach((problem) => problems.add(problem));
  await prepareForPhone(page);
  await walk(async (state) => {
    const [onDesktop, onPhone] = [`${state} on a desktop`, `${state} on a phone`];
    keep(await problemsOf(page, onDesktop, recorder));
    await fromLeftToRight(page, async () => keep(await overlayProblems(page, onDesktop, 'desktop')));
    await showOnPhone(page);
    keep(await problemsOf(page, onPhone, recorder));
    keep(await overlayProblems(page, onPhone, 'phone'));
    await fromLeftToRight(page, async () => {
      await expectNoSidewaysScroll(page, `${onPhone}, left to right`);
      keep(await overlayProblems(page, `${onPhone}, left to right`, 'phone'));
    });
    await showOnDesktop(page);
    await settled(page);
  });
  expect([...problems]).toEqual([]);
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
