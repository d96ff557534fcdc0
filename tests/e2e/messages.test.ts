// Messages: nothing is said twice, nothing stays once it is no longer true, and no field is covered.
import type { Page } from '@playwright/test';
import { phone } from './support/looks.ts';
import { openDialog, openTimeline, save } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const messages = (page: Page) => page.locator('.toast-host [role=alert], .toast-host [role=status]');

test('an error of a field is not repeated in a message; only missing content has one', async ({
  signedIn: page,
}) => {
  await openTimeline(page);
  const dialog = await openDialog(page);
  await save(dialog);
  await expect(messages(page).filter({ hasText: 'Content required' })).toBeVisible();
  await dialog.getByLabel('What did you do?').fill('x'.repeat(10_001));
  await save(dialog);
  await expect(dialog.getByText('A check-in holds up to 10,000 characters.')).toBeVisible();
  await expect(messages(page)).toHaveCount(0);
});

test('an error message goes when the same form succeeds', async ({ signedIn: page, noise }) => {
  noise.allow(/500 (PATCH|POST) /);
  await page.goto('/profile');
  const forms = [
    {
      path: '**/api/profiles',
      failed: 'Failed to update profile',
      done: 'Profile saved',
      submit: () => page.getByRole('button', { name: 'Save Changes' }).click(),
    },
    {
      path: '**/api/feedback',
      failed: 'Failed to submit feedback. Please try again.',
      done: 'Feedback submitted',
      submit: async () => {
        await page.getByLabel('What works, what is missing').fill('All is well.');
        await page.getByRole('button', { name: 'Submit' }).click();
      },
    },
  ];
  for (const { path, failed, done, submit } of forms) {
    await page.route(path, (route) =>
      route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500, body: '' }),
    );
    await submit();
    await expect(messages(page).filter({ hasText: failed })).toBeVisible();
    await page.unroute(path);
    await submit();
    await expect(messages(page).filter({ hasText: done })).toBeVisible();
    await expect(page.getByText(failed)).toHaveCount(0);
  }
});

test('goals that cannot be loaded are reported in one wording, until they are there', async ({
  signedIn: page,
  noise,
}) => {
  noise.allow(/failed GET \/api\/goals/, /console: /);
  await page.route('**/api/goals', (route) => route.abort());
  await page.goto('/?tab=goals');
  await expect(page.getByRole('heading', { name: 'Failed to load goals' })).toBeVisible();
  await expect(messages(page)).toHaveText('Failed to load goals. Please try again.');
  await page.unroute('**/api/goals');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Set your first goal to get started' })).toBeVisible();
  await expect(page.getByText('Failed to load goals')).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ ...phone, viewport: { width: 390, height: 480 } });

  test('a message covers no field of the form that it is about', async ({ signedIn: page }) => {
    await page.goto('/profile');
    const link = page.getByLabel('Your public link');
    await link.waitFor();
    for (const block of ['end', 'center', 'start'] as const) {
      await link.evaluate((field, place) => field.scrollIntoView({ block: place }), block);
      // Without the browser's own scrolling of what is clicked.
      await page
        .getByRole('button', { name: 'Save link' })
        .evaluate((button) => (button as HTMLElement).click());
      const message = messages(page).filter({ hasText: 'Slug required' });
      await expect(message).toBeVisible();
      await expect
        .poll(async () => {
          const [over, under] = [(await message.boundingBox())!, (await link.boundingBox())!];
          return over.y >= under.y + under.height || over.y + over.height <= under.y;
        }, `the field at the ${block} of the window`)
        .toBe(true);
      await expect(link).toBeInViewport({ ratio: 1 });
      await page.getByRole('button', { name: 'Close message' }).click();
    }
  });
});
