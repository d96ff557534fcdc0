// Connecting an app by OAuth.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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
  await page.route('**/api/app_requests/*', (route) => route.fulfill({ status: 500 }), { times: 1 });
  await page.getByLabel('Email').fill(person.account.email);
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
