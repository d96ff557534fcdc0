// The SHOUTOUTS tab in all its states, and how tests operate it.
import type { Locator, Page } from '@playwright/test';
import { newId } from '#platform/clock/id.ts';
import type { Noise } from './noise.ts';
import { newAccount, Person } from './person.ts';
import type { Visit } from './settings-states.ts';

export const shoutout = (page: Page, text: string): Locator =>
  page
    .getByRole('tabpanel', { name: /^SHOUTOUTS/ })
    .getByRole('article')
    .filter({ hasText: text });

/** Opens the tab and waits until its list, possibly empty, is loaded. */
export async function openShoutouts(page: Page): Promise<void> {
  await page.goto('/?tab=appreciation');
  await page.getByRole('button', { name: 'Send a shoutout' }).first().waitFor();
}

/** Fills and sends the Send Shoutout dialog, which must be open. */
export async function fillShoutout(page: Page, to: string, message: string): Promise<void> {
  await page.getByLabel('Recipient email').fill(to);
  await page.getByRole('textbox', { name: 'Message' }).fill(message);
}

/** A colleague with an account, who sends a shoutout to the person. */
export async function receiveShoutout(person: Person, origin: string, message: string, name?: string) {
  const colleague = await signUpColleague(person, origin, name);
  await sendShoutout(colleague, person.account.email, message);
  return colleague;
}

export async function sendShoutout(sender: Person, recipient_email: string, message: string): Promise<void> {
  await sender.post('/api/shoutouts', { id: newId(), recipient_email, message });
}

async function signUpColleague(person: Person, origin: string, name = 'Bo Example'): Promise<Person> {
  const browser = person.context.browser();
  if (!browser) throw new Error('The browser was closed.');
  const colleague = new Person(await browser.newContext({ baseURL: origin }), origin, newAccount(name));
  await colleague.signUp();
  return colleague;
}

export async function visitShoutouts(page: Page, person: Person, noise: Noise, visit: Visit): Promise<void> {
  await openShoutouts(page);
  await page.getByRole('heading', { name: 'No shoutouts yet' }).waitFor();
  await visit('shoutouts-empty');

  const entry = await person.addCheckIn('Moved the nightly import to the new queue, with no lost job');
  const origin = new URL(page.url()).origin;
  await receiveShoutout(
    person,
    origin,
    'Thank you for staying with the migration until the last table was moved.\nThe whole team noticed.',
  );
  await person.post('/api/shoutouts', {
    ...{ id: newId(), recipient_email: 'cleo@example.com', check_in_id: entry.id },
    message: 'Your review found the one case that we had missed.',
  });
  await shoutout(page, 'The whole team noticed').waitFor();
  await shoutout(page, 'Your review').waitFor();
  await visit('shoutouts');

  await page.getByRole('button', { name: 'Send a shoutout' }).click();
  await page.getByLabel('From your log').waitFor();
  await page.getByRole('button', { name: 'Send Shoutout' }).click();
  await page.getByText('Please enter the email address of your teammate.').waitFor();
  await visit('shoutouts-dialog-error');
  await fillShoutout(page, 'cleo@example.com', 'For the calm in the outage');
  await visit('shoutouts-dialog');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^Add to my log/ }).click();
  await page.getByText('Added to your timeline').waitFor();
  await visit('shoutouts-kept');
  await page.getByRole('radio', { name: 'Sent' }).check();
  await shoutout(page, 'The whole team noticed').waitFor({ state: 'hidden' });
  await visit('shoutouts-sent');

  noise.allow(/failed GET \/api\/shoutouts/);
  await page.route('**/api/shoutouts*', (route) => route.abort());
  await page.goto('/?tab=appreciation');
  await page.getByRole('heading', { name: 'Failed to load shoutouts' }).waitFor();
  await visit('shoutouts-failed');
  await page.unroute('**/api/shoutouts*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await shoutout(page, 'The whole team noticed').waitFor();
}
