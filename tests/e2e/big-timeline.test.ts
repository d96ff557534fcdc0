// A timeline of thousands of entries: scrolling shows each once, in order, renders few at a time, without long tasks.
import type { SignedIn } from '#features/accounts/contract.ts';
import { importLimits } from '#features/guest-import/constants.ts';
import { newId } from '#platform/clock/id.ts';
import type { Person } from './support/person.ts';
import { entries, openTimeline } from './support/screen.ts';
import { openAndScrollThroughAll, scrollThroughAll } from './support/scrolling.ts';
import { expect, test } from './support/test.ts';
import { workLog, type Written } from './support/work-log.ts';

test.setTimeout(240_000);

/** Adds the entries as the import of a guest's log does: 50 per request. */
async function importAll(person: Person, log: readonly Written[]): Promise<void> {
  const { user } = (await (await person.get('/api/auth/user')).json()) as SignedIn;
  for (let start = 0; start < log.length; start += importLimits.items) {
    const check_ins = log.slice(start, start + importLimits.items).map((entry) => {
      return {
        id: newId(),
        kind: 'entry',
        emoji: null,
        edited_at: null,
        deleted_at: null,
        files: [],
        ...entry,
      };
    });
    await person.post('/api/guest_import', { user_id: user.id, check_ins, goals: [] });
  }
}

test('a timeline of thousands of entries scrolls smoothly, completely and in order', async ({
  page,
  person,
}) => {
  const log = workLog();
  await importAll(person, log);

  await openTimeline(page);
  await expect(page.getByText(`${log.length.toLocaleString('en')} entries`)).toBeVisible();
  await openAndScrollThroughAll(page, log.length);
  await expect(entries(page).first()).toBeVisible();

  await page.goto('/?from=1900-01-01');
  await expect(page.getByText('1,000+ entries found').first()).toBeVisible();
  await scrollThroughAll(page, log.length);
});
