// By keys alone the focus is always somewhere: whatever is taken off the page hands it on.
import type { Locator, Page } from '@playwright/test';
import { goal, goals, openGoals } from './support/goals-screen.ts';
import { focused } from './support/looks.ts';
import { dialogOf, entry, openTimeline, save, write } from './support/screen.ts';
import { expect, test } from './support/test.ts';

/** Presses a button by its key. */
async function press(button: Locator): Promise<void> {
  await button.focus();
  await button.press('Enter');
}

/** The focus comes to something of that name. */
async function comesTo(page: Page, name: RegExp): Promise<void> {
  await expect.poll(async () => (await focused(page)).what).toMatch(name);
}

/** Once the part that hands the focus on is there. */
async function guarded(page: Page, go: () => Promise<void>): Promise<void> {
  const there = page.waitForResponse((answer) => answer.url().includes('lost-focus'));
  await go();
  await (await there).finished();
}

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search entries' });

test('when an entry that waits is given up, the focus stays beside it, and comes back with Undo', async ({
  page,
  person,
  noise,
}) => {
  noise.allow(/failed POST \/api\/check_ins/);
  await person.addCheckIn('Below');
  await guarded(page, () => openTimeline(page));
  await page.route('**/api/check_ins', (route) => route.abort());
  await save(await write(page, { content: 'It waits' }));
  await press(page.getByRole('button', { name: 'Discard' }));
  await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0);
  await comesTo(page, /^Entry of /);
  await press(page.getByRole('button', { name: 'Undo' }));
  await expect(page.getByRole('button', { name: 'Discard' })).toBeVisible();
  await comesTo(page, /^Entry of /);
  await press(page.getByRole('button', { name: 'Edit' }).first());
  await expect(dialogOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await comesTo(page, /^(Entry of|Add Log Entry)/);
});

test('the last entry hands the focus to the way to add one, and gets it back', async ({ page, person }) => {
  await person.addCheckIn('Alone');
  await guarded(page, () => openTimeline(page));
  await press(entry(page, 'Alone').getByRole('button', { name: 'Delete' }));
  await expect(entry(page, 'Alone')).toHaveCount(0);
  await comesTo(page, /^Add Log Entry$/);
  await press(page.getByRole('button', { name: 'Undo' }));
  await expect(entry(page, 'Alone')).toBeVisible();
  await comesTo(page, /^Entry of /);
});

test('closing a message by its cross leads back', async ({ page, person }) => {
  await person.addCheckIn('Below');
  await person.addCheckIn('Above');
  await guarded(page, () => openTimeline(page));
  await press(entry(page, 'Above').getByRole('button', { name: 'Delete' }));
  await expect(entry(page, 'Above')).toHaveCount(0);
  await press(page.getByRole('button', { name: 'Close message' }));
  await comesTo(page, /^Entry of /);
});

test('the last goal hands the focus to the way to add one, done or deleted, and gets it back', async ({
  page,
  person,
}) => {
  await person.setGoal('Reach it');
  await guarded(page, () => openGoals(page));
  for (const what of ['Mark complete', 'Delete']) {
    await press(goal(page, 'Reach it').locator('[data-toggle]'));
    await press(goal(page, 'Reach it').getByRole('button', { name: what }));
    await expect(goals(page)).toHaveCount(0);
    await comesTo(page, /^Add a goal$/);
    await press(page.getByRole('button', { name: 'Undo' }));
    await comesTo(page, /Reach it/);
  }
});

test('filters that are dropped hand the focus to the next one, the last to the search', async ({
  page,
  person,
}) => {
  await person.addCheckIn('The report #finance', { emoji: '🚀' });
  await guarded(page, () => page.goto('/?q=report&tag=finance&emoji=🚀').then(() => undefined));
  const chips = page.getByRole('list', { name: 'Chosen filters' }).getByRole('button');
  await expect(chips).toHaveCount(2);
  await press(chips.first());
  await expect(chips).toHaveCount(1);
  await comesTo(page, /^Remove filter/);
  await press(chips.first());
  await expect(chips).toHaveCount(0);
  await comesTo(page, /^(1 entry found|Search entries)$/);
  await expect(field(page)).toHaveValue('report');
  await press(page.getByRole('button', { name: 'Clear words' }));
  await comesTo(page, /^(Search entries|Filters)$/);
});

test('an edit that is given up or saved leads back to its entry', async ({ page, person }) => {
  await person.addCheckIn('Below');
  await person.addCheckIn('Above');
  await guarded(page, () => openTimeline(page));
  const row = entry(page, 'Above');
  const dialog = page.getByRole('dialog', { name: 'Edit Check-in' });
  const words = dialog.getByLabel('What did you do?');
  await press(row.getByRole('button', { name: 'Edit' }));
  await words.fill('Above, changed');
  await page.keyboard.press('Escape');
  await comesTo(page, /^(Edit|Unsaved changes)$/);
  await press(row.getByRole('button', { name: 'Unsaved changes' }));
  await press(dialog.getByRole('button', { name: 'Clear' }));
  await expect(words).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(row.getByRole('button', { name: 'Unsaved changes' })).toHaveCount(0);
  await comesTo(page, /^(Edit|Delete|Entry of .*)$/);
});

test('what the palette opened leads back to where the person was', async ({ page, person }) => {
  await person.addCheckIn('Alone');
  await guarded(page, () => openTimeline(page));
  await page.getByRole('button', { name: 'Add Log Entry' }).first().focus();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('Add Log');
  await page.keyboard.press('Enter');
  await expect(dialogOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await comesTo(page, /^Add Log Entry$/);
});

test('of two versions of an entry, taking one leads to its words', async ({ page, person }) => {
  const { id } = await person.addCheckIn('As it was');
  await guarded(page, () => openTimeline(page));
  await press(entry(page, 'As it was').getByRole('button', { name: 'Edit' }));
  const dialog = page.getByRole('dialog', { name: 'Edit Check-in' });
  await dialog.getByLabel('What did you do?').fill('Mine');
  await person.patch(`/api/check_ins/${id}`, { content: 'Theirs', edited_at: null });
  await press(dialog.getByRole('button', { name: /mine/i }));
  await comesTo(page, /^What did you do\?/);
});
