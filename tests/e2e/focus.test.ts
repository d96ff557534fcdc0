// Keyboard focus is never lost: when a focused element is removed, the focus moves to a neighbor.
import type { Locator, Page } from '@playwright/test';
import { goal, goals, openGoals } from './support/goals-screen.ts';
import { focused, withMotion } from './support/looks.ts';
import { dialogOf, entry, openTimeline, pageAnswers, save, write } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test.use(withMotion);

/** Activates a button with Enter. */
async function press(button: Locator): Promise<void> {
  await button.focus();
  await button.press('Enter');
}

/** Expects the focus to move to an element with this name. */
async function expectFocus(page: Page, name: RegExp): Promise<void> {
  await expect.poll(async () => (await focused(page)).name).toMatch(name);
}

/** Opens a page and waits until it restores lost focus. */
async function openWithFocusGuard(page: Page, open: () => Promise<void>): Promise<void> {
  await open();
  await pageAnswers(page);
}

/** Delays the page's animation frames until the returned function is called. */
async function holdFrames(page: Page): Promise<() => Promise<void>> {
  const frames = await page.evaluateHandle(() => {
    const request = window.requestAnimationFrame;
    const held: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (callback) => held.push(callback);
    return {
      release() {
        window.requestAnimationFrame = request;
        for (const callback of held) request(callback);
      },
    };
  });
  return () => frames.evaluate(({ release }) => release());
}

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search entries' });

test('discarding an unsent entry moves the focus to the next entry, and Undo moves it back', async ({
  page,
  person,
  noise,
}) => {
  noise.allow(/failed POST \/api\/check_ins/);
  await person.addCheckIn('Below');
  await openWithFocusGuard(page, () => openTimeline(page));
  await page.route('**/api/check_ins', (route) => route.abort());
  await save(await write(page, { content: 'It waits' }));
  await press(page.getByRole('button', { name: 'Discard' }));
  await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0);
  await expectFocus(page, /^Entry of /);
  await press(page.getByRole('button', { name: 'Undo' }));
  await expect(page.getByRole('button', { name: 'Discard' })).toBeVisible();
  await expectFocus(page, /^Entry of /);
  await press(page.getByRole('button', { name: 'Edit' }).first());
  await expect(dialogOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await expectFocus(page, /^(Entry of|Add Log Entry)/);
});

test('deleting the last entry moves the focus to Add Log Entry, and Undo moves it back', async ({
  page,
  person,
}) => {
  await person.addCheckIn('Alone');
  await openWithFocusGuard(page, () => openTimeline(page));
  await press(entry(page, 'Alone').getByRole('button', { name: 'Delete' }));
  await expect(entry(page, 'Alone')).toHaveCount(0);
  await expectFocus(page, /^Add Log Entry$/);
  await press(page.getByRole('button', { name: 'Undo' }));
  await expect(entry(page, 'Alone')).toBeVisible();
  await expectFocus(page, /^Entry of /);
});

test('closing a message moves the focus back to the timeline', async ({ page, person }) => {
  await person.addCheckIn('Below');
  await person.addCheckIn('Above');
  await openWithFocusGuard(page, () => openTimeline(page));
  await press(entry(page, 'Above').getByRole('button', { name: 'Delete' }));
  await expect(entry(page, 'Above')).toHaveCount(0);
  await press(page.getByRole('button', { name: 'Close message' }));
  await expectFocus(page, /^Entry of /);
});

test('completing or deleting the last goal moves the focus to Add a goal, and Undo moves it back', async ({
  page,
  person,
}) => {
  await person.setGoal('Reach it');
  await openWithFocusGuard(page, () => openGoals(page));
  for (const action of ['Mark complete', 'Delete']) {
    await press(goal(page, 'Reach it').locator('[data-toggle]'));
    await press(goal(page, 'Reach it').getByRole('button', { name: action }));
    await expect(goals(page)).toHaveCount(0);
    await expectFocus(page, /^Add a goal$/);
    await press(page.getByRole('button', { name: 'Undo' }));
    await expectFocus(page, /Reach it/);
  }
});

test('removing a filter moves the focus to the next filter, and removing the last one to the search', async ({
  page,
  person,
}) => {
  await person.addCheckIn('The report #finance', { emoji: '🚀' });
  await openWithFocusGuard(page, () => page.goto('/?q=report&tag=finance&emoji=🚀').then(() => undefined));
  const chips = page.getByRole('list', { name: 'Chosen filters' }).getByRole('button');
  await expect(chips).toHaveCount(2);
  await press(chips.first());
  await expect(chips).toHaveCount(1);
  await expectFocus(page, /^Remove filter/);
  await press(chips.first());
  await expect(chips).toHaveCount(0);
  await expectFocus(page, /^(1 entry found|Search entries)$/);
  await expect(field(page)).toHaveValue('report');
  await press(page.getByRole('button', { name: 'Clear text' }));
  await expectFocus(page, /^(Search entries|Filters)$/);
});

test('removing a filter moves the focus to the next filter even if the results arrive before the next frame', async ({
  page,
  person,
}) => {
  await person.addCheckIn('The report #finance', { emoji: '🚀' });
  await openWithFocusGuard(page, () => page.goto('/?q=report&tag=finance&emoji=🚀').then(() => undefined));
  const chips = page.getByRole('list', { name: 'Chosen filters' }).getByRole('button');
  await expect(chips).toHaveCount(2);
  const releaseFrames = await holdFrames(page);
  await press(chips.first());
  await expect(chips).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Entries found' })).toHaveAttribute('aria-busy', 'false');
  await releaseFrames();
  await expectFocus(page, /^Remove filter/);
});

test('closing or clearing an edit moves the focus back to its entry', async ({ page, person }) => {
  await person.addCheckIn('Below');
  await person.addCheckIn('Above');
  await openWithFocusGuard(page, () => openTimeline(page));
  const row = entry(page, 'Above');
  const dialog = page.getByRole('dialog', { name: 'Edit Check-in' });
  const content = dialog.getByLabel('What did you do?');
  await press(row.getByRole('button', { name: 'Edit' }));
  await content.fill('Above, changed');
  await page.keyboard.press('Escape');
  await expectFocus(page, /^(Edit|Unsaved changes)$/);
  await press(row.getByRole('button', { name: 'Unsaved changes' }));
  await press(dialog.getByRole('button', { name: 'Clear' }));
  await expect(content).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(row.getByRole('button', { name: 'Unsaved changes' })).toHaveCount(0);
  await expectFocus(page, /^(Share|Edit|Delete|Entry of .*)$/);
});

test('closing a dialog opened from the palette restores the previous focus', async ({ page, person }) => {
  await person.addCheckIn('Alone');
  await openWithFocusGuard(page, () => openTimeline(page));
  await page.getByRole('button', { name: 'Add Log Entry' }).first().focus();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('Add Log');
  await page.keyboard.press('Enter');
  await expect(dialogOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expectFocus(page, /^Add Log Entry$/);
});

test('keeping one of two conflicting versions moves the focus to the content field', async ({
  page,
  person,
}) => {
  const { id } = await person.addCheckIn('As it was');
  await openWithFocusGuard(page, () => openTimeline(page));
  await press(entry(page, 'As it was').getByRole('button', { name: 'Edit' }));
  const dialog = page.getByRole('dialog', { name: 'Edit Check-in' });
  await dialog.getByLabel('What did you do?').fill('Mine');
  await person.patch(`/api/check_ins/${id}`, { content: 'Theirs', edited_at: null });
  await press(dialog.getByRole('button', { name: /mine/i }));
  await expectFocus(page, /^What did you do\?/);
});
