// Approving a sign-in of the command line.
import { startLogin, typeCode } from './support/connect-states.ts';
import { pageAnswers } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('a sign-in of the command line shows what asks and from where, and is approved with the keyboard', async ({
  signedIn: page,
  person,
}) => {
  const code = await startLogin(person, 'ada-laptop');
  await page.goto('/connect');
  await pageAnswers(page);
  await expect(page.getByLabel('Code')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Code')).toHaveAccessibleDescription('Type the code, such as WDJB-MJHT.');
  await page.keyboard.type(code.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    '“ada-laptop” asks for access to your logbook',
  );
  await expect(page.getByText(code)).toBeVisible();
  await expect(page.getByText('127.0.0.1, your network')).toBeVisible();
  await expect(page.getByText(person.account.email)).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').getByRole('heading')).toHaveText('“ada-laptop” is connected');
  await page.goto('/profile#capture');
  await expect(page.getByText('ada-laptop')).toBeVisible();
});

test('without a session, the page leads to the sign-in and back', async ({ page, person }) => {
  const code = await startLogin(person, 'ada-laptop');
  await page.context().clearCookies();
  await page.goto('/connect');
  await page.getByLabel('Email').fill(person.account.email);
  await page.getByLabel('Password', { exact: true }).fill(person.account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/connect$/);
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
});

test('a link cannot carry the code', async ({ signedIn: page, person }) => {
  const code = await startLogin(person, 'attacker');
  for (const link of [`/connect?code=${code}`, `/connect?user_code=${code}`, `/connect#${code}`]) {
    await page.goto(link);
    await expect(page.getByLabel('Code')).toHaveValue('');
  }
  await typeCode(page, code);
  await page.getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByText('It got no access.')).toBeVisible();
});
