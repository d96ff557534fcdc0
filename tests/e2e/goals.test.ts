// GOALS: adding, ordering, completing and deleting, live in several windows and with failures.
import {
  chooseGoalAction,
  dragTo,
  goal,
  goalField,
  goals,
  openGoals,
  setGoals,
} from './support/goals-screen.ts';
import {
  expectVisibleFocus,
  expectNoSidewaysScroll,
  focused,
  narrowPhone,
  tabTo,
  withMotion,
} from './support/looks.ts';
import {
  dialogOf,
  entries,
  entry,
  idleCodeIsLoaded,
  openTimeline,
  save,
  withoutResponses,
} from './support/screen.ts';
import { expect, test } from './support/test.ts';

test.use(withMotion);

test('Enter adds a goal, Shift+Enter starts a new line, and a blank goal cannot be added', async ({
  signedIn: page,
}) => {
  await page.goto('/');
  await page.getByRole('tab', { name: 'GOALS' }).click();
  await expect(page.getByRole('heading', { name: 'Set your first goal to get started' })).toBeVisible();
  await page.getByRole('button', { name: 'Add a goal' }).click();
  const add = page.getByRole('button', { name: 'Add Goal' });
  await expect(goalField(page)).toBeFocused();
  await expect(add).toBeDisabled();
  await page.keyboard.type('   ');
  await page.keyboard.press('Enter');
  await expect(add).toBeDisabled();
  await page.keyboard.type('Talk to three customers');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('and write it up  ');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Goal added!')).toBeVisible();
  await expect(page.getByText('Your goal has been saved successfully.')).toBeAttached();
  await expect(goals(page)).toHaveCount(1);
  await expect(goals(page)).toContainText('Talk to three customers\nand write it up', { useInnerText: true });
  await expect(page.getByRole('button', { name: 'Add a goal' })).toBeFocused();
  await setGoals(page, 'The second');
  await page.reload();
  await expect(goals(page)).toHaveText([/Talk to three customers/, /The second/]);
});

test('a goal draft survives Escape, another tab, a reload and a failed save', async ({
  page,
  person,
  noise,
}) => {
  await person.setGoal('The first');
  await openGoals(page);
  await page.getByRole('button', { name: 'Add a goal' }).click();
  await goalField(page).fill('Half a thought');
  await page.getByRole('radio', { name: 'Weekly' }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Draft kept')).toBeVisible();
  await page.getByRole('tab', { name: 'TIMELINE' }).click();
  await page.getByRole('tab', { name: 'GOALS' }).click();
  await expect(page.getByText('Draft kept')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Add a goal' }).click();
  await expect(goalField(page)).toHaveValue('Half a thought');
  await expect(page.getByRole('radio', { name: 'Weekly' })).toBeChecked();

  noise.allow(/500 POST \/api\/goals/);
  await page.route('**/api/goals', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.fallback(),
  );
  await goalField(page).press('Enter');
  await expect(page.getByText('Failed to add goal. Please try again.')).toBeVisible();
  await expect(goalField(page)).toHaveValue('Half a thought');
  await page.unroute('**/api/goals');
  await page.getByRole('button', { name: 'Add Goal' }).click();
  await expect(goals(page)).toHaveText([/The first/, /Half a thought/]);
  await expect(goal(page, 'Half a thought')).toContainText(/weekly, (last day|\d days left)/);
  await expect(page.getByText('Draft kept')).toBeHidden();
});

test('a goal whose response is lost is not added twice', async ({ page, person, noise }) => {
  await person.setGoal('The first');
  await openGoals(page);
  noise.allow(/failed POST \/api\/goals/);
  let lost = 0;
  await page.route('**/api/goals', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.fallback();
    lost++;
    await route.fetch();
    await route.abort();
  });
  await setGoals(page, 'Only once');
  expect(lost).toBe(1);
  await page.reload();
  await expect(goals(page)).toHaveText([/The first/, /Only once/]);
});

test('goals are reordered by pointer and by keyboard, and keep their order (R-C2)', async ({
  page,
  person,
}) => {
  for (const text of ['one', 'two', 'three', 'four']) await person.setGoal(text);
  await openGoals(page);
  await dragTo(goal(page, 'one'), goal(page, 'three'), 0.8);
  await expect(goals(page)).toHaveText([/two/, /three/, /one/, /four/]);
  await dragTo(goal(page, 'four'), goal(page, 'two'), 0.2);
  await expect(goals(page)).toHaveText([/four/, /two/, /three/, /one/]);

  // Escape leaves everything as it was.
  const grip = (await goal(page, 'one').locator('[data-grip]').boundingBox())!;
  await page.mouse.move(grip.x + 10, grip.y + 10);
  await page.mouse.down();
  await page.mouse.move(grip.x + 10, grip.y - 100, { steps: 5 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(goals(page)).toHaveText([/four/, /two/, /three/, /one/]);

  const toggle = goal(page, 'one').locator('[data-toggle]');
  await toggle.focus();
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.getByText('Moved to 2 of 4')).toBeAttached();
  await expect(goals(page)).toHaveText([/four/, /one/, /two/, /three/]);
  await expect(toggle).toBeFocused();
  await chooseGoalAction(goal(page, 'one'), 'Move up');
  await expect(goals(page)).toHaveText([/one/, /four/, /two/, /three/]);
  await expect(goal(page, 'one').getByRole('button', { name: 'Move up' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.reload();
  await expect(goals(page)).toHaveText([/one/, /four/, /two/, /three/]);
});

test('an order that cannot be saved is reverted', async ({ page, person, noise }) => {
  for (const text of ['one', 'two', 'three']) await person.setGoal(text);
  await openGoals(page);
  noise.allow(/failed PATCH/, /could not be moved/);
  await page.route('**/api/goals/*', (route) => route.abort());
  await goal(page, 'three').locator('[data-toggle]').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(goals(page)).toHaveText([/one/, /three/, /two/]);
  await expect(page.getByText('Failed to save the new order. Please try again.')).toBeVisible();
  await expect(goals(page)).toHaveText([/one/, /two/, /three/]);
});

test('completing a goal creates an entry, and Undo reverts both (R-C3)', async ({ page, person }) => {
  for (const text of ['one', 'two', 'three']) await person.setGoal(text);
  await openTimeline(page);
  await page.getByRole('tab', { name: 'GOALS' }).click();
  await chooseGoalAction(goal(page, 'two'), 'Mark complete');
  await expect(goals(page)).toHaveText([/one/, /three/]);
  await expect(page.getByText('Goal completed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set it again' })).toHaveCount(0);
  await expect(goal(page, 'three').locator('[data-toggle]')).toBeFocused();
  await page.getByRole('tab', { name: 'TIMELINE' }).click();
  await expect(entry(page, 'two')).toContainText('🎯');
  await expect(page.getByText('1 entry', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(entries(page)).toHaveCount(0);
  await page.getByRole('tab', { name: 'GOALS' }).click();
  await expect(goals(page)).toHaveText([/one/, /two/, /three/]);
  await page.reload();
  await expect(goals(page)).toHaveText([/one/, /two/, /three/]);

  await chooseGoalAction(goal(page, 'two'), 'Mark complete');
  await expect(goals(page)).toHaveText([/one/, /three/]);
  await page.keyboard.press('Control+z');
  await expect(goals(page)).toHaveText([/one/, /two/, /three/]);
});

test('a goal that cannot be completed or deleted reappears', async ({ page, person, noise }) => {
  for (const text of ['one', 'two']) await person.setGoal(text);
  await openGoals(page);
  noise.allow(/500 (POST|DELETE) \/api\/goals/);
  await page.route('**/api/goals/*', (route) => route.fulfill({ status: 500 }));
  await page.route('**/api/goals/*/complete', (route) => route.fulfill({ status: 500 }));
  await chooseGoalAction(goal(page, 'one'), 'Mark complete');
  await expect(page.getByText('Failed to complete goal')).toBeVisible();
  await expect(goals(page)).toHaveText([/one/, /two/]);
  await chooseGoalAction(goal(page, 'two'), 'Delete');
  await expect(page.getByText('Failed to delete goal. Please try again.')).toBeVisible();
  await expect(goals(page)).toHaveText([/one/, /two/]);
});

test('Undo restores a deleted goal', async ({ page, person }) => {
  for (const text of ['one', 'two', 'three']) await person.setGoal(text);
  await openGoals(page);
  await chooseGoalAction(goal(page, 'two'), 'Delete');
  await expect(goals(page)).toHaveText([/one/, /three/]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(goals(page)).toHaveText([/one/, /two/, /three/]);
  await page.reload();
  await expect(goals(page)).toHaveText([/one/, /two/, /three/]);
});

test('a goal set on another device is there when GOALS opens for the first time', async ({
  page,
  person,
}) => {
  await person.setGoal('In the document');
  await page.goto('/');
  await idleCodeIsLoaded(page);
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/goals'));
  await person.setGoal('From another device');
  await answered;
  await page.getByRole('tab', { name: 'GOALS' }).click();
  await expect(goals(page)).toHaveText([/In the document/, /From another device/]);
});

// As a guest, because a session would expire when the page's clock runs ahead of the server's.
test('a goal shows the time left in its period, is carried over, and can be set again for the next one (R-C1, R-C3)', async ({
  guest: page,
}) => {
  await page.clock.setFixedTime(new Date('2026-11-18T12:00:00'));
  await openGoals(page);
  await page.getByRole('button', { name: 'Add a goal' }).click();
  await goalField(page).fill('Walk every day');
  await page.getByRole('radio', { name: 'Weekly' }).check();
  await page.getByRole('button', { name: 'Add Goal' }).click();
  await expect(goal(page, 'Walk every day')).toContainText('weekly, 5 days left');

  await chooseGoalAction(goal(page, 'Walk every day'), 'Edit');
  await page.getByRole('radio', { name: 'Quarterly' }).check();
  await page.getByLabel('Goal', { exact: true }).fill('Walk every day, also in the rain');
  await page.keyboard.press('Enter');
  await expect(goal(page, 'also in the rain')).toContainText('quarterly, 44 days left');
  await chooseGoalAction(goal(page, 'also in the rain'), 'Edit');
  await page.getByRole('radio', { name: 'Weekly' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(goal(page, 'also in the rain')).toContainText('weekly, 5 days left');

  await page.clock.setFixedTime(new Date('2026-11-22T12:00:00'));
  await page.reload();
  await expect(goal(page, 'Walk')).toContainText('weekly, last day');
  await page.clock.setFixedTime(new Date('2026-11-24T12:00:00'));
  await page.reload();
  await expect(goal(page, 'Walk')).toContainText('weekly, carried over');

  await chooseGoalAction(goal(page, 'Walk'), 'Mark complete');
  await expect(goals(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Set it again' }).click();
  await expect(page.getByText('Goal set again')).toBeVisible();
  await expect(goal(page, 'Walk')).toContainText('weekly, 6 days left');
  await chooseGoalAction(goal(page, 'Walk'), 'Mark complete');
  await expect(goals(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Set it again' }).click();
  await expect(goal(page, 'Walk')).toContainText('weekly, from Nov 30');
  await page.getByRole('tab', { name: 'TIMELINE' }).click();
  await expect(entry(page, 'Walk')).toHaveCount(2);
});

test('changes to goals in one window appear in the other', async ({ page, person }) => {
  for (const text of ['one', 'two']) await person.setGoal(text);
  await openGoals(page);
  const second = await person.context.newPage();
  await openGoals(second);
  await setGoals(page, 'three');
  await expect(goals(second)).toHaveText([/one/, /two/, /three/]);
  await goal(second, 'three').locator('[data-toggle]').focus();
  await second.keyboard.press('Alt+ArrowUp');
  await expect(goals(page)).toHaveText([/one/, /three/, /two/]);
  await chooseGoalAction(goal(page, 'one'), 'Mark complete');
  await expect(goals(second)).toHaveText([/three/, /two/]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(goals(second)).toHaveText([/one/, /three/, /two/]);
});

test('a window catches up on what it missed while it was offline', async ({
  page,
  person,
  signInInNewBrowser,
  noise,
}) => {
  noise.allow(/WebSocket/, /failed .*ERR_/, /could not be read/);
  await person.setGoal('one');
  await openGoals(page);
  const sameUser = await signInInNewBrowser();
  await person.context.setOffline(true);
  await expect(page.getByText(/^(You are offline|Offline)\./)).toBeVisible();
  await sameUser.setGoal('two');
  await page.getByRole('button', { name: 'Add a goal' }).click();
  await goalField(page).fill('three');
  await goalField(page).press('Enter');
  await expect(goal(page, 'three').getByText('Waiting for a connection')).toBeVisible();
  await person.context.setOffline(false);
  await expect(page.getByText(/^(You are offline|Offline)\./)).toBeHidden();
  await expect(goals(page)).toHaveText([/one/, /two/, /three/]);
});

test('a goal list that fails to load shows an error with a retry button', async ({ page, person, noise }) => {
  await person.setGoal('one');
  noise.allow(/failed GET \/api\/goals/);
  await withoutResponses(page);
  await page.route('**/api/goals', (route) => route.abort());
  await page.goto('/?tab=goals');
  await expect(page.getByText('Failed to load goals. Please try again.')).toBeVisible();
  await page.unroute('**/api/goals');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(goals(page)).toHaveText([/one/]);
});

test('a goal can be added, moved, edited and completed by keyboard alone', async ({ signedIn: page }) => {
  const { keyboard } = page;
  await openTimeline(page);
  await tabTo(page, /^TIMELINE$/);
  await keyboard.press('End');
  await expectVisibleFocus(page, 'GOALS');
  await expect(page.getByRole('button', { name: 'Add a goal' })).toBeVisible();
  await tabTo(page, /^Add a goal$/);
  for (const text of ['The first', 'The second']) {
    await keyboard.press('Enter');
    await expectVisibleFocus(page, 'What do you want to achieve?');
    await keyboard.type(text);
    await tabTo(page, /^No period$/);
    await keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'Weekly' })).toBeChecked();
    await tabTo(page, /^Add Goal$/);
    await keyboard.press('Enter');
    await expectVisibleFocus(page, 'Add a goal');
  }
  await tabTo(page, /^The second/);
  await keyboard.press('Alt+ArrowUp');
  await expect(goals(page)).toHaveText([/The second/, /The first/]);
  await keyboard.press('Enter');
  await tabTo(page, /^Edit$/);
  await keyboard.press('Enter');
  await expectVisibleFocus(page, 'Goal');
  await keyboard.type(', reworded');
  await keyboard.press('Enter');
  await expect(goal(page, 'The second, reworded')).toBeVisible();
  await expect.poll(async () => (await focused(page)).name).toContain('The second, reworded');
  await tabTo(page, /^Mark complete$/);
  await keyboard.press('Enter');
  await expect(goals(page)).toHaveText([/The first/]);
  await expect.poll(async () => (await focused(page)).name).toContain('The first');
  await keyboard.press('Control+z');
  await expect(goals(page)).toHaveText([/The second, reworded/, /The first/]);
});

test('a log entry can be added from the GOALS tab', async ({ page, person }) => {
  await person.setGoal('one');
  await openGoals(page);
  await page.getByRole('button', { name: 'Add Log Entry' }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('What did you do?').fill('Meanwhile');
  await save(dialog);
  await expect(page.getByText('Check-in saved!')).toBeVisible();
  await page.getByRole('tab', { name: 'TIMELINE' }).click();
  await expect(entry(page, 'Meanwhile')).toBeVisible();
});

test("a guest's goals are stored in the browser and survive a reload", async ({ guest: page }) => {
  await page.getByRole('tab', { name: 'GOALS' }).click();
  await setGoals(page, 'one');
  await expect(page.getByText('Sign up to save your goals permanently.')).toBeAttached();
  await setGoals(page, 'two');
  await page.reload();
  await expect(goals(page)).toHaveText([/one/, /two/]);
  await chooseGoalAction(goal(page, 'one'), 'Mark complete');
  await expect(goals(page)).toHaveText([/two/]);
  await page.getByRole('tab', { name: 'TIMELINE' }).click();
  await expect(entry(page, 'one')).toContainText('🎯');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(entries(page)).toHaveCount(0);
  await page.getByRole('tab', { name: 'GOALS' }).click();
  await expect(goals(page)).toHaveText([/one/, /two/]);
});

test.describe('on the narrowest phone', () => {
  test.use(narrowPhone);

  test('a goal is added, moved and completed by touch, with controls at least 44 px high', async ({
    page,
    person,
  }) => {
    await person.setGoal('one', { cadence: 'weekly', period_start: '2026-11-16' });
    await person.setGoal('two');
    await openGoals(page);
    await page.getByRole('button', { name: 'Add a goal' }).tap();
    await goalField(page).fill('three');
    await page.getByRole('button', { name: 'Add Goal' }).tap();
    await goal(page, 'three').locator('[data-toggle]').tap();
    await goal(page, 'three').getByRole('button', { name: 'Move up' }).tap();
    await expect(goals(page)).toHaveText([/one/, /three/, /two/]);
    const small: string[] = [];
    for (const control of await page.locator('#main button:visible').all()) {
      const box = (await control.boundingBox())!;
      if (box.height < 44) small.push(`${await control.innerText()}: ${box.height}`);
    }
    expect(small).toEqual([]);
    await goal(page, 'one').locator('[data-toggle]').tap();
    await goal(page, 'one').getByRole('button', { name: 'Mark complete' }).tap();
    await expect(goals(page)).toHaveText([/three/, /two/]);
    await expect(page.getByRole('button', { name: 'Set it again' })).toBeVisible();
    await expectNoSidewaysScroll(page, 'the list with a message');
    await page.getByRole('button', { name: 'Close message' }).tap();

    // A touch on the grip drags the goal instead of scrolling the page.
    const grip = (await goal(page, 'three').locator('[data-grip]').boundingBox())!;
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: y === undefined ? [] : [{ x: grip.x + 20, y: grip.y + y }],
      });
    await touch('touchStart', 20);
    for (const y of [40, 60, 80, 100, 120]) await touch('touchMove', y);
    await touch('touchEnd');
    await expect(goals(page)).toHaveText([/two/, /three/]);
  });
});

test('input during the save of a goal is not lost', async ({ page, person }) => {
  await person.setGoal('one');
  await openGoals(page);
  const release: (() => void)[] = [];
  await page.route('**/api/goals**', async (route) => {
    if (route.request().method() !== 'GET') await new Promise<void>((resolve) => release.push(resolve));
    await route.continue();
  });
  await page.getByRole('button', { name: 'Add a goal' }).click();
  await goalField(page).fill('two');
  await goalField(page).press('Enter');
  await expect.poll(() => release.length).toBe(1);
  await goalField(page).fill('and three');
  release[0]!();
  await expect(goals(page)).toHaveText([/one/, /two/]);
  await expect(goalField(page)).toHaveValue('and three');
  await goalField(page).press('Enter');
  await expect.poll(() => release.length).toBe(2);
  release[1]!();
  await expect(goals(page)).toHaveText([/one/, /two/, /and three/]);

  await chooseGoalAction(goal(page, 'one'), 'Edit');
  const field = page.getByLabel('Goal', { exact: true });
  await field.fill('one, better');
  await field.press('Enter');
  await expect.poll(() => release.length).toBe(3);
  await field.fill('one, better still');
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  release[2]!();
  await (await saved).finished();
  await expect(page.getByRole('button', { name: 'Save' })).not.toHaveAttribute('aria-busy');
  await expect(field).toHaveValue('one, better still');
});

test('an unsaved edit of a goal is not lost when the goal is deleted in another window', async ({
  page,
  person,
}) => {
  const { id } = await person.setGoal('one');
  await openGoals(page);
  await chooseGoalAction(goal(page, 'one'), 'Edit');
  await page.getByLabel('Goal', { exact: true }).fill('one, reworded');
  await page.reload();
  await expect(page.getByLabel('Goal', { exact: true })).toHaveValue('one, reworded');
  await person.delete(`/api/goals/${id}`);
  await expect(page.getByText('No longer on your list')).toBeVisible();
  await expect(goalField(page)).toHaveValue('one, reworded');
});

test('an unsaved edit stays with its goal when the list that was read first is older than the goal', async ({
  page,
  person,
}) => {
  await person.setGoal('one');
  await openGoals(page);
  await chooseGoalAction(goal(page, 'one'), 'Edit');
  await page.getByLabel('Goal', { exact: true }).fill('one, reworded');
  await withoutResponses(page);
  let reads = 0;
  await page.route('**/api/goals', (route) =>
    route.request().method() === 'GET' && reads++ === 0
      ? route.fulfill({ json: { rows: [] } })
      : route.continue(),
  );
  await page.reload();
  await expect(page.getByLabel('Goal', { exact: true })).toHaveValue('one, reworded');
  await expect(page.getByText('No longer on your list')).toHaveCount(0);
  expect(reads).toBeGreaterThan(1);
});

test('with reduced motion a completed goal fades out without moving', async ({ page, person }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const text of ['one', 'two']) await person.setGoal(text);
  await openGoals(page);
  await page.evaluate(() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, timing) {
      document.title += JSON.stringify(frames);
      return animate.call(this, frames, timing);
    };
  });
  await chooseGoalAction(goal(page, 'one'), 'Mark complete');
  await expect(goals(page)).toHaveText([/two/]);
  const moved = await page.title();
  expect(moved).toContain('opacity');
  expect(moved).not.toMatch(/scaleX|translate/);
});
