// The tutorial of the first visit (R-I3): what it waits for, how it ends, and that it disturbs nothing.
import type { Page } from '@playwright/test';
import { setGoals } from './support/goals-screen.ts';
import { expectNoSidewaysScroll, narrowPhone, phone as phoneOptions, tabTo } from './support/looks.ts';
import { newAccount, Person } from './support/person.ts';
import { dialogOf, fillSignUp, openDialog, openTimeline, save, write } from './support/screen.ts';
import { expect, test as base } from './support/test.ts';

/** `newcomer`: signed up in the test's own `page`, and never there before. */
const test = base.extend<{ newcomer: Person }>({
  newcomer: async ({ context, logbook }, use) => {
    const newcomer = new Person(context, logbook.url);
    await newcomer.signUpNew();
    await use(newcomer);
  },
});

const card = (page: Page) => page.locator('[role=dialog]:not(dialog)');
const titled = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const next = (page: Page) => card(page).getByRole('button', { name: 'Next' });

async function isNew(person: Person): Promise<boolean> {
  return ((await (await person.get('/api/profiles')).json()) as { is_new: boolean }).is_new;
}

test('seven steps from the welcome to Done, and then never again', async ({ page, newcomer }) => {
  await openTimeline(page);
  await expect(titled(page, 'Welcome')).toContainText('Step 1 of 7');
  await next(page).click();

  await expect(titled(page, 'Goals')).toContainText('Step 2 of 7');
  await expect(page).toHaveURL('/?tab=goals');
  await expect(next(page), 'it waits for a goal').toBeHidden();
  await setGoals(page, 'Ship the release');
  await next(page).click();

  await expect(titled(page, 'Timeline')).toContainText('Step 3 of 7');
  await expect(page).toHaveURL('/?tab=timeline');
  await expect(next(page), 'it waits for an entry').toBeHidden();
  await save(await write(page, { content: 'My first entry' }));
  await expect(titled(page, 'Timeline')).toContainText('Here is your log');
  for (const name of ['Shoutouts', 'Share with Manager', 'Small Notes Big Payoff', 'Authenticity Wins']) {
    await next(page).click();
    await expect(titled(page, name)).toBeVisible();
  }
  await expect(next(page)).toBeHidden();
  expect(await isNew(newcomer)).toBe(true);
  await card(page).getByRole('button', { name: 'Done' }).click();
  await expect(card(page)).toHaveCount(0);
  await expect.poll(() => isNew(newcomer)).toBe(false);
  await openTimeline(page);
  await expect(page.getByText('My first entry')).toBeVisible();
  await expect(card(page)).toHaveCount(0);
});

test('steps pass when what they wait for is there', async ({ page, newcomer }) => {
  await newcomer.addCheckIn('Written before');
  await openTimeline(page);
  await next(page).click();
  await newcomer.setGoal('Set before');
  await next(page).click();
  await expect(titled(page, 'Timeline')).toContainText('Here is your log');
  await expect(next(page)).toBeVisible();
  await card(page).getByRole('button', { name: 'Back' }).click();
  await expect(titled(page, 'Goals')).toBeVisible();
  await expect(page).toHaveURL('/?tab=goals');
});

test('it can be closed at any step, by the cross and by Escape, in every window at once', async ({
  page,
  newcomer,
}) => {
  await openTimeline(page);
  await next(page).click();
  const second = await newcomer.context.newPage();
  await openTimeline(second);
  await expect(titled(second, 'Welcome')).toBeVisible();

  await titled(page, 'Goals').getByRole('button', { name: 'Close tutorial' }).click();
  await expect(card(page)).toHaveCount(0);
  await expect(card(second)).toHaveCount(0);
  expect(await isNew(newcomer)).toBe(false);

  // Once more by the settings, where anyone can start it.
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Start the tutorial' }).click();
  await expect(page).toHaveURL('/');
  await expect(titled(page, 'Welcome')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card(page)).toHaveCount(0);

  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('tutorial');
  await page.keyboard.press('Enter');
  await expect(titled(page, 'Welcome')).toBeVisible();
});

test('a reload goes on where it was', async ({ page, newcomer }) => {
  await newcomer.addCheckIn('Written before');
  await newcomer.setGoal('Set before');
  await openTimeline(page);
  for (const name of ['Goals', 'Timeline', 'Shoutouts']) {
    await next(page).click();
    await expect(titled(page, name)).toBeVisible();
  }
  await page.reload();
  await expect(titled(page, 'Shoutouts')).toBeVisible();
});

test('it says when the end could not be kept, and is gone all the same', async ({
  page,
  newcomer,
  noise,
}) => {
  noise.allow(/500 PATCH \/api\/profiles/);
  await openTimeline(page);
  await page.route('/api/profiles', (route) => route.fulfill({ status: 500, body: '' }));
  await card(page).getByRole('button', { name: 'Close tutorial' }).click();
  await expect(
    page.getByText("Tutorial completed but couldn't save progress. You may see this again."),
  ).toBeVisible();
  await expect(card(page)).toHaveCount(0);
  expect(await isNew(newcomer)).toBe(true);
});

test('it stands aside while a dialog is open, and leaves Escape to what is open or typed in', async ({
  page,
  newcomer,
}) => {
  await openTimeline(page);
  await expect(titled(page, 'Welcome')).toBeVisible();
  await openDialog(page);
  await expect(card(page)).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await expect(titled(page, 'Welcome')).toBeVisible();
  await page.getByRole('button', { name: /^Theme/ }).click();
  await page.getByRole('menuitemradio', { name: 'System' }).waitFor();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(titled(page, 'Welcome')).toBeVisible();
  expect(await isNew(newcomer)).toBe(true);
});

test('by keys alone: it takes no focus, is found by Tab, read out, and gives the focus back', async ({
  page,
  newcomer,
}) => {
  await newcomer.addCheckIn('Written before');
  await newcomer.setGoal('Set before');
  await openTimeline(page);
  await expect(titled(page, 'Welcome')).toBeVisible();
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  const region = card(page).locator('[aria-live=polite]');
  await expect(region).toContainText('Welcome');
  await tabTo(page, /^Next$/);
  await page.keyboard.press('Enter');
  await expect(region).toContainText('Goals');
  await expect(next(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(region).toContainText('Timeline');
  await tabTo(page, /^Close tutorial$/, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'TIMELINE' })).toBeFocused();
  await expect(card(page)).toHaveCount(0);
});

test('a guest is shown around once, by the same steps, and the browser remembers it', async ({ page }) => {
  await page.goto('/');
  await next(page).click();
  await expect(titled(page, 'Goals')).toBeVisible();
  await expect(page).toHaveURL('/?tab=goals');
  await expect(next(page)).toBeHidden();
  await setGoals(page, 'Try this out');
  await next(page).click();
  await expect(next(page)).toBeHidden();
  await save(await write(page, { content: 'Tried it' }));
  await next(page).click();
  await expect(titled(page, 'Shoutouts')).toBeVisible();
  await card(page).getByRole('button', { name: 'Close tutorial' }).click();
  await expect(card(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Tried it')).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Welcome' })).toHaveCount(0);
});

test('the focus stays in the card when the button is gone', async ({ page, newcomer }) => {
  expect(await isNew(newcomer)).toBe(true);
  await openTimeline(page);
  // The card is fetched after the page stands.
  await expect(next(page)).toBeVisible();
  await tabTo(page, /^Next$/);
  await page.keyboard.press('Enter');
  await expect(card(page).getByRole('heading', { name: 'Goals' })).toBeFocused();
});

test('320 px wide, 300 at most on a phone, and nothing under it is out of reach', async ({
  page,
  newcomer,
  openContext,
  logbook,
}) => {
  expect(await isNew(newcomer)).toBe(true);
  await openTimeline(page);
  await expect(titled(page, 'Welcome')).toBeVisible();
  expect((await card(page).boundingBox())?.width).toBe(320);

  const small = new Person(await openContext(narrowPhone), logbook.url, newAccount());
  await small.signUpNew();
  const phone = await small.context.newPage();
  await openTimeline(phone);
  await expect(titled(phone, 'Welcome')).toBeVisible();
  const box = (await card(phone).boundingBox())!;
  expect(box.width).toBeLessThanOrEqual(300);
  expect(box.x).toBeGreaterThanOrEqual(0);
  await expectNoSidewaysScroll(phone, 'the tutorial');
  const last = phone.getByRole('main').getByRole('button').last();
  await phone.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const under = (await last.boundingBox())!;
  expect(under.y + under.height).toBeLessThanOrEqual(box.y);
});

test('a guest who closed it does not get it again after sign-up; the next person does', async ({
  page,
  context,
  logbook,
}) => {
  await page.goto('/');
  await card(page).getByRole('button', { name: 'Close tutorial' }).click();
  const guest = new Person(context, logbook.url, newAccount('Grace Example'));
  await page.goto('/auth?mode=signup');
  await fillSignUp(page, guest.account);
  await page.getByRole('heading', { name: "Grace Example's Logbook" }).waitFor();
  expect(await isNew(guest)).toBe(false);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor();

  const other = new Person(context, logbook.url, newAccount('Bob Example'));
  await page.goto('/auth?mode=signup');
  await fillSignUp(page, other.account);
  await expect(titled(page, 'Welcome')).toBeVisible();
  expect(await isNew(other)).toBe(true);
});

test('a guest who has not seen it to its end is shown it after sign-up', async ({
  page,
  context,
  logbook,
}) => {
  await page.goto('/');
  await next(page).click();
  await expect(titled(page, 'Goals')).toBeVisible();
  const guest = new Person(context, logbook.url, newAccount('Grace Example'));
  await page.goto('/auth?mode=signup');
  await fillSignUp(page, guest.account);
  await expect(titled(page, 'Welcome')).toBeVisible();
});

for (const [size, viewport] of Object.entries({
  'a phone': { width: 390, height: 844 },
  'a phone with little height': { width: 360, height: 500 },
  'the narrowest phone': { width: 320, height: 568 },
  'a phone on its side': { width: 667, height: 375 },
})) {
  test(`on ${size} it is a low bar that never covers the button it talks about`, async ({
    openContext,
    logbook,
  }) => {
    const small = new Person(await openContext({ ...phoneOptions, viewport }), logbook.url, newAccount());
    await small.signUpNew();
    const page = await small.context.newPage();
    await openTimeline(page);
    await next(page).click();
    for (const [title, button] of [
      ['Goals', 'Add a goal'],
      ['Timeline', 'Add Log Entry'],
    ] as const) {
      await expect(titled(page, title)).toBeVisible();
      const target = page.getByRole('main').getByRole('button', { name: button });
      const bottom = await page.evaluate(() => document.documentElement.scrollHeight);
      for (let y = 0; y <= bottom; y += 60) {
        await page.evaluate((top) => scrollTo(0, top), y);
        await expect
          .poll(async () => {
            const [bar, under] = [(await card(page).boundingBox())!, (await target.boundingBox())!];
            const apart =
              under.y >= bar.y + bar.height ||
              under.y + under.height <= bar.y ||
              under.x >= bar.x + bar.width;
            return apart && bar.height <= 150 && bar.y >= 0 && bar.y + bar.height <= viewport.height;
          }, `${title} at ${y}`)
          .toBe(true);
      }
      if (title === 'Goals') await small.setGoal('Set elsewhere');
      if (title === 'Goals') await next(page).click();
    }
  });
}
