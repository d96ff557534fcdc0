// The states of the weekly email and the reminders: in the settings, and the pages of their links.
import type { APIRequestContext, Page } from '@playwright/test';
import type { Noise } from './noise.ts';
import type { Person } from './person.ts';
import type { Visit } from './settings-states.ts';

export const reminderSection = (page: Page) =>
  page.getByRole('region', { name: 'Weekly email and reminders' });

/** A link in the newest email to an address with this path, from the mailbox of the try-it mode. */
export async function mailedLink(
  request: APIRequestContext,
  to: string,
  path: string,
  query = 'token=[\\w-]+',
): Promise<string> {
  const pattern = new RegExp(`https?:\\S+${path}\\?${query}`);
  let link: string | undefined;
  for (let attempt = 0; link === undefined && attempt < 100; attempt++) {
    const mails = await request.get(`/api/dev/mailbox?to=${encodeURIComponent(to)}`);
    link = pattern.exec(await mails.text())?.[0];
    if (link === undefined) await new Promise((resolve) => setTimeout(resolve, 100));
  }
  if (link === undefined) throw new Error(`No email to ${to} has a link to ${path}.`);
  return new URL(link).pathname + new URL(link).search;
}

/** Lets this page's browser subscribe without a push service. */
export async function withPushService(page: Page, name: string): Promise<void> {
  await page.context().grantPermissions(['notifications']);
  await page.addInitScript((endpoint) => {
    let subscription: object | null = null;
    PushManager.prototype.getSubscription = () => Promise.resolve(subscription as PushSubscription | null);
    PushManager.prototype.subscribe = (options) => {
      subscription = {
        endpoint,
        options,
        unsubscribe() {
          subscription = null;
          return Promise.resolve(true);
        },
      };
      return Promise.resolve(subscription as PushSubscription);
    };
    Notification.requestPermission = () => Promise.resolve('granted');
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  }, `https://push.example.com/${name}`);
}

export async function visitReminders(page: Page, person: Person, noise: Noise, visit: Visit): Promise<void> {
  noise.allow(/500 GET \/api\/reminders/, /400 POST \/mail\/answer/, /404 (GET|POST) \/mail\//);
  await withPushService(page, person.account.email);
  const section = reminderSection(page);
  const api = '/api/reminders';
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(api, async (route) => {
    await promise;
    await route.fulfill({ status: 500, body: '' });
  });
  await page.goto('/profile#capture');
  await section.scrollIntoViewIfNeeded();
  await visit('reminders-loading');
  resolve();
  await section.getByRole('button', { name: 'Try again' }).waitFor();
  await visit('reminders-failed');
  await page.unroute(api);
  await section.getByRole('button', { name: 'Try again' }).click();
  await section.getByRole('button', { name: 'Turn on the weekly email' }).waitFor();
  await visit('reminders-off');
  await section.getByRole('button', { name: 'Turn on the weekly email' }).click();
  await section.getByRole('button', { name: 'Pause the weekly email' }).waitFor();
  await section.getByRole('button', { name: 'Turn on reminders' }).click();
  await section.getByRole('button', { name: 'Pause reminders' }).click();
  await section.getByRole('button', { name: 'Resume reminders' }).waitFor();
  await visit('reminders-chosen');

  await section.getByRole('button', { name: 'Send me one now: the weekly email' }).click();
  await page.getByText('On its way').waitFor();
  const { email } = person.account;
  const answer = await mailedLink(page.request, email, '/mail/answer');
  const quiet = await mailedLink(page.request, email, '/mail/reminders');
  await page.goto(answer);
  await page.getByLabel('Your entry').waitFor();
  await visit('answer');
  await page.getByRole('button', { name: 'Add to my log' }).click();
  await page.getByText('Write something first.').waitFor();
  await visit('answer-refused');
  await page.getByLabel('Your entry').fill('Finished the quarterly report');
  await page.getByRole('button', { name: 'Add to my log' }).click();
  await page.getByRole('heading', { name: 'Added to your log' }).waitFor();
  await visit('answer-saved');
  await page.goto('/mail/answer?token=nonsense');
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
  await visit('answer-ended');
  await page.goto(quiet);
  await page.getByRole('heading', { name: 'Pause or stop the weekly email?' }).waitFor();
  await visit('quiet');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('heading', { name: 'The weekly email is paused' }).waitFor();
  await visit('quiet-paused');
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('heading', { name: 'The weekly email is off' }).waitFor();
  await visit('quiet-off');
  await page.goto('/mail/reminders?token=nonsense');
  await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
  await visit('quiet-ended');
  await visitUnsubscribe(page, email, visit);
}

async function visitUnsubscribe(page: Page, email: string, visit: Visit): Promise<void> {
  await page.goto(await mailedLink(page.request, email, '/mail/stop', 'to=[\\w%.-]+&sign=[\\w-]+'));
  await page.getByRole('heading', { name: 'Unsubscribe from all emails?' }).waitFor();
  await visit('unsubscribe');
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await page.getByRole('heading', { name: 'Unsubscribed' }).waitFor();
  await visit('unsubscribed');
  await page.getByRole('button', { name: 'Allow emails again' }).click();
  await page.getByRole('heading', { name: 'Emails are allowed again' }).waitFor();
  await visit('unsubscribe-undone');
}
