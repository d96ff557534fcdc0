// The tutorial of the first visit (R-I3): what it waits for, how it ends, and that it does not get in the way.
import type { Page } from '@playwright/test';
import { setGoals } from './support/goals-screen.ts';
import { expectNoSidewaysScroll, narrowPhone, phone as phoneOptions, tabTo } from './support/looks.ts';
import { newAccount, Person } from './support/person.ts';
import { dialogOf, fillSignUp, openDialog, openTimeline, save, write } from './support/screen.ts';
import { expect, test as base } from './support/test.ts';

/** `newUser` has just signed up in the test's own `page`, and has not seen the tutorial. */
const test = base.extend<{ newUser: Person }>({
  newUser: async ({ context, logbook }, use) => {
    const newUser = new Person(context, logbook.url);
    await newUser.signUpNew();
    await use(newUser);
  },
});

const card = (page: Page) => page.locator('[role=dialog]:not(dialog)');
const titled = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const next = (page: Page) => card(page).getByRole('button', { name: 'Next' });

async function isNew(person: Person): Promise<boolean> {
  return ((await (await person.get('/api/profiles')).json()) as { is_new: boolean }).is_new;
}

test('the tutorial has seven steps from Welcome to Done, and does not reopen', async ({ page, newUser }) => {
  await openTimeline(page);
  await expect(titled(page, 'Welcome')).toContainText('Step 1 of 7');
  await next(page).click();

  await expect(titled(page, 'Goals')).toContainText('Step 2 of 7');
  await expect(page).toHaveURL('/?tab=goals');
  await expect(next(page), 'the step waits for a goal').toBeHidden();
  await setGoals(page, 'Ship the release');
  await next(page).click();

  await expect(titled(page, 'Timeline')).toContainText('Step 3 of 7');
  await expect(page).toHaveURL('/?tab=timeline');
  await expect(next(page), 'the step waits for an entry').toBeHidden();
  await save(await write(page, { content: 'My first entry' }));
  await expect(titled(page, 'Timeline')).toContainText('Here is your log');
  for (const name of ['Shoutouts', 'Share with Manager', 'Small Notes Big Payoff', 'Authenticity Wins']) {
    await next(page).click();
    await expect(titled(page, name)).toBeVisible();
  }
  await expect(next(page)).toBeHidden();
  expect(await isNew(newUser)).toBe(true);
  await card(page).getByRole('button', { name: 'Done' }).click();
  await expect(card(page)).toHaveCount(0);
  await expect.poll(() => isNew(newUser)).toBe(false);
  await openTimeline(page);
  await expect(page.getByText('My first entry')).toBeVisible();
  await expect(card(page)).toHaveCount(0);
});

test('tutorial steps that wait for an entry or a goal can be passed when one exists', async ({
  page,
  newUser,
}) => {
  await newUser.addCheckIn('Written before');
  await openTimeline(page);
  await next(page).click();
  await newUser.setGoal('Set before');
  await next(page).click();
  await expect(titled(page, 'Timeline')).toContainText('Here is your log');
  await expect(next(page)).toBeVisible();
  await card(page).getByRole('button', { name: 'Back' }).click();
  await expect(titled(page, 'Goals')).toBeVisible();
  await expect(page).toHaveURL('/?tab=goals');
});

test('the tutorial closes by its button or Escape, in all windows, and can be started again', async ({
  page,
  newUser,
}) => {
  await openTimeline(page);
  await next(page).click();
  const second = await newUser.context.newPage();
  await openTimeline(second);
  await expect(titled(second, 'Welcome')).toBeVisible();

  await titled(page, 'Goals').getByRole('button', { name: 'Close tutorial' }).click();
  await expect(card(page)).toHaveCount(0);
  await expect(card(second)).toHaveCount(0);
  expect(await isNew(newUser)).toBe(false);

  // The settings can start it again.
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

test('a reload resumes the tutorial at the same step', async ({ page, newUser }) => {
  await newUser.addCheckIn('Written before');
  await newUser.setGoal('Set before');
  await openTimeline(page);
  for (const name of ['Goals', 'Timeline', 'Shoutouts']) {
    await next(page).click();
    await expect(titled(page, name)).toBeVisible();
  }
  await page.reload();
  await expect(titled(page, 'Shoutouts')).toBeVisible();
});

test('a tutorial whose end cannot be saved closes with a warning', async ({ page, newUser, noise }) => {
  noise.allow(/500 PATCH \/api\/profiles/);
  await openTimeline(page);
  // The page may be reading the profile for its offline copy.
  await page.route('/api/profiles', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  await card(page).getByRole('button', { name: 'Close tutorial' }).click();
  await expect(
    page.getByText("Tutorial completed but couldn't save progress. You may see this again."),
  ).toBeVisible();
  await expect(card(page)).toHaveCount(0);
  expect(await isNew(newUser)).toBe(true);
});

test('the tutorial hides while a dialog is open, and Escape closes an open dialog or menu first', async ({
  page,
  newUser,
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
  expect(await isNew(newUser)).toBe(true);
});

test('the tutorial takes no focus, is reachable by Tab, is announced, and returns the focus', async ({
  page,
  newUser,
}) => {
  await newUser.addCheckIn('Written before');
  await newUser.setGoal('Set before');
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

test('a guest sees the tutorial with the same steps, and the browser remembers that it was closed', async ({
  page,
}) => {
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

test('the focus stays in the tutorial card when the Next button disappears', async ({ page, newUser }) => {
  expect(await isNew(newUser)).toBe(true);
  await openTimeline(page);
  // The card loads after the page.
  await expect(next(page)).toBeVisible();
  await tabTo(page, /^Next$/);
  await page.keyboard.press('Enter');
  await expect(card(page).getByRole('heading', { name: 'Goals' })).toBeFocused();
});

test('the tutorial card is 320 px wide, at most 300 px on a phone, and the page scrolls clear of it', async ({
  page,
  newUser,
  openContext,
  logbook,
}) => {
  expect(await isNew(newUser)).toBe(true);
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
  const lastBox = (await last.boundingBox())!;
  expect(lastBox.y + lastBox.height).toBeLessThanOrEqual(box.y);
});

test('a guest who closed the tutorial does not see it after sign-up, but the next new user does', async ({
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

test('a guest who did not finish the tutorial sees it after sign-up', async ({ page, context, logbook }) => {
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
  'a phone in landscape': { width: 667, height: 375 },
})) {
  test(`on ${size} the tutorial is a low bar that never covers the button it describes`, async ({
    openContext,
    logbook,
  }) => {
    const small = new Person(await openContext({ ...phoneOptions, viewport }), logbook.url, newAccount());
    await small.signUpNew();
    const page = await small.context.newPage();
    await openTimeline(page);
    await next(page).click();
    for (const [title, name] of [
      ['Goals', 'Add a goal'],
      ['Timeline', 'Add Log Entry'],
    ] as const) {
      await expect(titled(page, title)).toBeVisible();
      const target = page.getByRole('main').getByRole('button', { name });
      const bottom = await page.evaluate(() => document.documentElement.scrollHeight);
      for (let y = 0; y <= bottom; y += 60) {
        await page.evaluate((top) => scrollTo(0, top), y);
        await expect
          .poll(async () => {
            const [bar, button] = [(await card(page).boundingBox())!, (await target.boundingBox())!];
            const apart =
              button.y >= bar.y + bar.height ||
              button.y + button.height <= bar.y ||
              button.x >= bar.x + bar.width ||
              button.x + button.width <= bar.x;
            return apart && bar.height <= 150 && bar.y >= 0 && bar.y + bar.height <= viewport.height;
          }, `${title} at ${y}`)
          .toBe(true);
      }
      if (title === 'Goals') await small.setGoal('Set in another window');
      if (title === 'Goals') await next(page).click();
    }
  });
}

/** Names of what the card covers: the product's and the user's name, Add Log Entry, and the tab of the step. */
function coveredByCard(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const bar = document.querySelector('[role=dialog]:not(dialog)')!.getBoundingClientRect();
    const mark = document.querySelector<HTMLElement>('[data-mark-tab]')?.dataset['markTab'];
    const tab = mark === 'shoutouts' ? 'appreciation' : mark;
    const kept = document.querySelectorAll(`header a, h1, [data-add], #tab-${tab ?? 'none'}`);
    return [...kept]
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const apart = right <= bar.left || left >= bar.right || bottom <= bar.top || top >= bar.bottom;
        return element.checkVisibility() && !apart;
      })
      .map((element) => element.textContent ?? '');
  });
}

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
  { width: 320, height: 568 },
]) {
  const size = `${viewport.width} x ${viewport.height}`;
  test(`at ${size}, no step of the tutorial covers what it explains`, async ({ openContext, logbook }) => {
    const device = viewport.width < 768 ? { ...phoneOptions, viewport } : { viewport };
    const user = new Person(await openContext(device), logbook.url, newAccount());
    await user.signUpNew();
    // The last step is for users with the Team plan.
    await user.subscribe();
    const page = await user.context.newPage();
    await openTimeline(page);
    for (let step = 1; ; step++) {
      await card(page).getByText(`Step ${step} of 8`).waitFor();
      await expect.poll(() => coveredByCard(page), `step ${step}`).toEqual([]);
      const box = (await card(page).boundingBox())!;
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.y + box.height).toBeLessThanOrEqual(viewport.height);
      if (step === 2) await user.setGoal('Set in another window');
      if (step === 3) await user.addCheckIn('Written in another window');
      if (step === 8) break;
      await next(page).click();
    }
  });
}
