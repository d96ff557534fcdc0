// Production mode without a mail server: no page says that an email was sent.
import { LogbookProcess } from './support/logbook-process.ts';
import { newAccount } from './support/person.ts';
import { signUpOnScreen } from './support/screen.ts';
import { expect, test as base } from './support/test.ts';

const test = base.extend<object, { logbook: LogbookProcess }>({
  logbook: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names out of the pattern
    async ({}, use) => {
      const logbook = await LogbookProcess.start();
      // The address is known only now.
      await logbook.stop();
      await logbook.restart({ NODE_ENV: 'production', HOST: '127.0.0.1', APP_URL: logbook.url });
      await use(logbook);
      await logbook.dispose();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

test('a request for a new password says that the email is held, and who can help', async ({ page }) => {
  await page.goto('/auth?view=forgot');
  await expect(page.getByText('This instance cannot send email yet.')).toBeVisible();
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Email is not set up here yet')).toBeVisible();
  await expect(page.getByText('the email with the link is held until the operator')).toBeVisible();
  await expect(page.getByText(/sent|on its way|inbox/i)).toHaveCount(0);
});

test('a new user is not asked to open a link that was never sent', async ({ page }) => {
  await signUpOnScreen(page, newAccount());
  const banner = page.getByLabel('Email verification');
  await expect(banner).toContainText('The email is held until the operator of this instance sets up email.');
  await expect(page.getByText(/email sent|we sent|inbox/i)).toHaveCount(0);
});
