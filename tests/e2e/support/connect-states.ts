import type { Page } from '@playwright/test';
import type { Noise } from './noise.ts';
import type { Person } from './person.ts';
import type { Visit } from './settings-states.ts';

/** A sign-in that the command line starts. Its own request comes from the network of the page. */
export async function startLogin(person: Person, name: string): Promise<string> {
  const response = await person.post('/api/cli_logins', { name });
  return ((await response.json()) as { user_code: string }).user_code;
}

/** Types a code on /connect. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await page.goto('/connect');
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
}

export async function visitConnect(page: Page, person: Person, noise: Noise, visit: Visit): Promise<void> {
  noise.allow(/404 POST \/api\/cli_logins\/find/);
  await page.goto('/connect');
  await page.getByLabel('Code').waitFor();
  await visit('connect');
  await typeCode(page, 'WDJB-MJHT');
  await page.getByText('No program waits with this code.').waitFor();
  await visit('connect-unknown');
  await typeCode(page, await startLogin(person, 'ada-laptop-of-the-team-with-a-long-name.example.internal'));
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  await visit('connect-decision');
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('You can close this page.').waitFor();
  await visit('connect-approved');
  // As if it came from another network, which this machine is not in.
  await page.route('**/api/cli_logins/find', async (route) => {
    const response = await route.fetch();
    const login = (await response.json()) as object;
    await route.fulfill({ response, json: { ...login, ip: '203.0.113.7', same_network: false } });
  });
  await typeCode(page, await startLogin(person, 'build-server'));
  await page.getByText('The request comes from another network.').waitFor();
  await visit('connect-elsewhere');
  await page.getByRole('button', { name: 'Refuse' }).click();
  await page.getByText('It got no access.').waitFor();
  await visit('connect-refused');
}
