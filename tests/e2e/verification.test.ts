// Verifying an email address in a browser (R-A3, R-A4), with a Logbook that sends its emails to a real SMTP sink.
import { linkIn, test, verifyLink } from './support/mail-test.ts';
import { newAccount } from './support/person.ts';
import { signInOnScreen, signUpOnScreen } from './support/screen.ts';
import { expect } from './support/test.ts';

const banner = 'Please verify your email: open the link we sent to';

test('the emailed link verifies the address, and the banner disappears in the other window', async ({
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
  await expect(phone.getByText('Please sign in to verify your email.')).toBeVisible();
  expect(phone.url(), 'the token has left the address bar').toMatch(/\/auth$/);
  await phone.reload();
  await signInOnScreen(phone, account);
  await expect(phone.getByText('Email verified')).toBeVisible();
  await expect(phone).toHaveURL('/');
  await expect(phone.getByText(banner)).toBeHidden();

  await expect(page.getByText(banner)).toBeHidden();
  await page.goto(link);
  await expect(page, 'a second click has no effect').toHaveURL('/');
});

test("a verification link is refused in another account's session, and offers to sign in as its owner", async ({
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
  await expect(other.getByText('Please sign in to verify your email.')).toBeVisible();
  await signInOnScreen(other, owner);
  await expect(other.getByText('Email verified')).toBeVisible();
  await expect(other.getByRole('heading', { name: `${owner.fullName}'s Logbook` })).toBeVisible();
});

test('an invalid verification link shows an error and a link home', async ({ page, person, noise }) => {
  noise.allow(/400 POST \/api\/auth\/verify/);
  await page.goto('/auth?verify=nonsense');
  await expect(page.getByRole('heading', { name: 'This link does not work.' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to your logbook' }).click();
  await expect(page.getByText(`${banner} ${person.account.email}.`)).toBeVisible();
});

test('the unsubscribe page of an email shows the address, stops emails on confirmation, and can allow them again', async ({
  page,
  person,
  sink,
}) => {
  const link = await linkIn(sink, person.account.email, /http\S+\/mail\/stop\S+/);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Unsubscribe from all emails?' })).toBeVisible();
  await expect(page.getByText(person.account.email)).toBeVisible();
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { name: 'Unsubscribed' })).toBeVisible();
  await page.goto(link);
  await page.getByRole('button', { name: 'Allow emails again' }).click();
  await expect(page.getByRole('heading', { name: 'Emails are allowed again' })).toBeVisible();
});
