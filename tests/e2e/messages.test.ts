// Messages: none repeats an error, none stays once it is outdated, and none covers a field.
import type { Page } from '@playwright/test';
import { phone } from './support/looks.ts';
import { openDialog, openTimeline, save, withoutResponses } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const messages = (page: Page) => page.locator('.toast-host [role=alert], .toast-host [role=status]');

test('a field error is not repeated in a message, except for missing content', async ({ signedIn: page }) => {
  await openTimeline(page);
  const dialog = await openDialog(page);
  await save(dialog);
  await expect(messages(page).filter({ hasText: 'Content required' })).toBeVisible();
  await dialog.getByLabel('What did you do?').fill('x'.repeat(10_001));
  await save(dialog);
  await expect(dialog.getByText('A check-in can have up to 10,000 characters.')).toBeVisible();
  await expect(messages(page)).toHaveCount(0);
});

test('an error message disappears when the same form succeeds', async ({ signedIn: page, noise }) => {
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
        await page.getByLabel('What works').fill('All is well.');
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

test('goals that fail to load show one message, until a retry succeeds', async ({
  signedIn: page,
  noise,
}) => {
  noise.allow(/failed GET \/api\/goals/, /console: /);
  await withoutResponses(page);
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

  test('a message about a form does not cover its field', async ({ signedIn: page }) => {
    await page.goto('/profile');
    const link = page.getByLabel('Your public link');
    await link.waitFor();
    for (const block of ['end', 'center', 'start'] as const) {
      await link.evaluate((field, place) => field.scrollIntoView({ block: place }), block);
      // Clicks by script, because Playwright would scroll the button into view.
      await page
        .getByRole('button', { name: 'Save link' })
        .evaluate((button) => (button as HTMLElement).click());
      const message = messages(page).filter({ hasText: 'Slug required' });
      await expect(message).toBeVisible();
      await expect
        .poll(async () => {
          const [toast, field] = [(await message.boundingBox())!, (await link.boundingBox())!];
          return toast.y >= field.y + field.height || toast.y + toast.height <= field.y;
        }, `the field at the ${block} of the window`)
        .toBe(true);
      await expect(link).toBeInViewport({ ratio: 1 });
      await page.getByRole('button', { name: 'Close message' }).click();
    }
  });
});
