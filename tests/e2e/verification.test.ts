// Proving the own address in a browser (R-A3, R-A4), on a Logbook that sends its mails: to a real SMTP sink.
import { startSink, type SmtpSink } from '../support/smtp-sink.ts';
import { LogbookProcess } from './support/logbook-process.ts';
import { newAccount } from './support/person.ts';
import { signInOnScreen, signUpOnScreen } from './support/screen.ts';
import { expect, test as base } from './support/test.ts';

type ForWorker = { sink: SmtpSink };

const test = base.extend<object, ForWorker>({
  sink: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names out of the pattern
    async ({}, use) => {
      const sink = await startSink();
      await use(sink);
      await sink.close();
    },
    { scope: 'worker' },
  ],
  logbook: [
    async ({ sink }, use) => {
      const logbook = await LogbookProcess.start({ SMTP_URL: sink.url });
      await use(logbook);
      await logbook.dispose();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

/** The address that the first mail to somebody holds after these words. */
async function linkIn(sink: SmtpSink, email: string, pattern: RegExp): Promise<string> {
  const mailTo = () => sink.received.find((one) => one.to.includes(email));
  await expect.poll(() => mailTo() !== undefined).toBe(true);
  return pattern.exec(mailTo()!.mail.text!)![0];
}
const verifyLink = (sink: SmtpSink, email: string) => linkIn(sink, email, /http\S+\/auth\?verify=\S+/);
const banner = 'Please verify your e-mail: open the link that we sent to';

test('the banner asks, the link from the mail answers, and the other window sees it', async ({
  page,
  openContext,
  sink,
  noise,
}) => {
  noise.allow(/429 POST \/api\/auth\/resend-verification/);
  const account = newAccount();
  await signUpOnScreen(page, account);
  await expect(page.getByText(`${banner} ${account.email}.`)).toBeVisible();
  await page.getByRole('button', { name: 'Send it again' }).click();
  await expect(page.getByText('Too many tries')).toBeVisible();
  await expect(page.getByText(/^Try again in \d+ seconds\.$/)).toBeVisible();

  const link = await verifyLink(sink, account.email);
  const phone = await (await openContext()).newPage();
  await phone.goto(link);
  await expect(phone.getByText('Please sign in to verify your e-mail.')).toBeVisible();
  expect(phone.url(), 'the token has left the address bar').toMatch(/\/auth$/);
  await phone.reload();
  await signInOnScreen(phone, account);
  await expect(phone.getByText('E-mail verified')).toBeVisible();
  await expect(phone).toHaveURL('/');
  await expect(phone.getByText(banner)).toBeHidden();

  // What the browser says when one comes back to a window.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(page.getByText(banner)).toBeHidden();
  await page.goto(link);
  await expect(page, 'a second click does no harm').toHaveURL('/');
});

test("another account's session is refused, and its owner can sign in instead", async ({
  page,
  openContext,
  sink,
  noise,
}) => {
  noise.allow(/409 POST \/api\/auth\/verify/);
  const owner = newAccount();
  await signUpOnScreen(page, owner);
  const link = await verifyLink(sink, owner.email);

  const other = await (await openContext()).newPage();
  await signUpOnScreen(other, newAccount('Bob Example'));
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'This link belongs to another account.' })).toBeVisible();
  await expect(other.getByText('It verifies a•••@example.com.')).toBeVisible();
  await other.getByRole('button', { name: 'Sign out and use the other account' }).click();
  await expect(other.getByText('Please sign in to verify your e-mail.')).toBeVisible();
  await signInOnScreen(other, owner);
  await expect(other.getByText('E-mail verified')).toBeVisible();
  await expect(other.getByRole('heading', { name: `${owner.fullName}'s Logbook` })).toBeVisible();
});

test('a link that is none says so, and leads home', async ({ page, person, noise }) => {
  noise.allow(/400 POST \/api\/auth\/verify/);
  await page.goto('/auth?verify=nonsense');
  await expect(page.getByRole('heading', { name: 'This link does not verify anything.' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to your logbook' }).click();
  await expect(page.getByText(`${banner} ${person.account.email}.`)).toBeVisible();
});

test('the stop link of a mail shows what it stops, stops it by its button, and takes it back', async ({
  page,
  person,
  sink,
}) => {
  const link = await linkIn(sink, person.account.email, /http\S+\/mail\/stop\S+/);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Stop these mails?' })).toBeVisible();
  await expect(page.getByText(person.account.email)).toBeVisible();
  await page.getByRole('button', { name: 'Stop all mails' }).click();
  await expect(page.getByRole('heading', { name: 'Stopped' })).toBeVisible();
  await page.goto(link);
  await page.getByRole('button', { name: 'Allow mails again' }).click();
  await expect(page.getByRole('heading', { name: 'Mails are allowed again' })).toBeVisible();
});
