// Connecting an app by OAuth.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limits } from '#features/connected-apps/constants.ts';
import { registerApp } from './support/allow-app-states.ts';
import { pageAnswers } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('an app asks, the user signs in, chooses and allows it, and ends it in the settings', async ({
  page,
  person,
  noise,
}) => {
  noise.allow(/500 GET \/api\/app_requests/);
  const asked: string[] = [];
  const program = createServer((request, response) => {
    asked.push(request.url!);
    response.setHeader('content-type', 'text/html').end('<link rel="icon" href="data:,">The app');
  }).listen(0, '127.0.0.1');
  await once(program, 'listening');
  const { port } = program.address() as AddressInfo;
  const request = await registerApp(person, 'Assistant', `http://127.0.0.1:${port}/back`);
  await page.context().clearCookies();
  await page.goto(request);
  await page.getByLabel('Email').fill(person.account.email);
  // The sign-in page is there: what asks for the request now is the page after it.
  await page.route('**/api/app_requests/*', (route) => route.fulfill({ status: 500 }), { times: 1 });
  await page.getByLabel('Password', { exact: true }).fill(person.account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/app\/allow\?request=/);
  await page.getByRole('heading', { name: 'The request of the app could not be loaded' }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('“Assistant”')).toBeVisible();
  await expect(page.getByText('Nothing proves whose app this is.')).toBeVisible();
  await pageAnswers(page);
  const boxes = page.getByRole('checkbox');
  for (const box of await boxes.all()) await box.uncheck();
  await expect(page.getByRole('button', { name: 'Allow' })).toBeEnabled();
  await page.getByRole('button', { name: 'Allow' }).press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Choose at least one, or cancel.');
  await expect(boxes.first()).toBeFocused();
  for (const box of await boxes.all()) await box.press('Space');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByLabel('Add, change and complete goals.').uncheck();
  await page.getByLabel('For how long').selectOption('7');
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('The app').waitFor();
  expect(asked[0]).toMatch(/^\/back\?code=[\w-]{40,}&iss=/);
  program.close();
  await page.goto('/profile#capture');
  const row = page.getByRole('listitem').filter({ hasText: 'Assistant' });
  await expect(row).toContainText('Adds entries · Suggests entries · Reads the log');
  await row.getByRole('button', { name: 'End the connection to Assistant' }).click();
  await expect(page.getByText('No app is connected.')).toBeVisible();
});

test('what the user chose is kept when they leave to confirm, and a window that comes to the front allows nothing yet', async ({
  page,
  person,
  noise,
}) => {
  noise.allow(/403 POST \/api\/app_requests/);
  const problem = { code: 'confirmation_needed', title: 'Please confirm that it is you.' };
  await page.route('**/api/app_requests/*/allow', (route) =>
    route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  );
  const allow = page.getByRole('button', { name: 'Allow', includeHidden: true });
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const goals = page.getByLabel('Add, change and complete goals.');
  const days = page.getByLabel('For how long');
  await page.goto(await registerApp(person, 'Assistant'));
  await goals.uncheck();
  await days.selectOption('7');
  await allow.click();
  await question.waitFor();
  for (const control of [goals, days]) await expect(control).toBeDisabled();

  // The browser comes back from the provider.
  await page.reload();
  await expect(page.getByRole('checkbox', { checked: true })).not.toHaveCount(0);
  await expect(page.getByRole('checkbox', { checked: false })).toHaveCount(1);
  await expect(goals).not.toBeChecked();
  await expect(days).toHaveValue('7');

  await expect(allow).toBeEnabled();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(allow).toBeDisabled();
  await allow.press('Enter');
  await page.clock.runFor(limits.settleMs);
  await expect(allow).toBeEnabled();
  await expect(allow).not.toHaveAttribute('aria-busy');
  await page.clock.resume();
  await allow.press('Enter');
  await question.waitFor();
});
