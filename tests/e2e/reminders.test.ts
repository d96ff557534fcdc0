// The weekly email and the reminders: choosing them, the answer by the link, and push messages.
import { pushTexts } from '#features/reminders/push-texts.ts';
import { phone } from './support/looks.ts';
import { mailedLink, reminderSection as section, withPushService } from './support/reminders-states.ts';
import { entry } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('the weekly email is turned on, changed by keyboard, paused with one click and kept after a reload', async ({
  signedIn: page,
}) => {
  await page.goto('/profile#capture');
  const weekly = section(page).getByRole('region', { name: 'Weekly email', exact: true });
  await expect(weekly.getByRole('status')).toHaveText('Off');
  // What is off has nothing to choose.
  await expect(section(page).getByRole('combobox')).toHaveCount(0);
  await weekly.getByRole('button', { name: 'Turn on the weekly email' }).press('Enter');
  await expect(page.getByText('Weekly email on')).toBeVisible();
  await expect(weekly.getByRole('status')).toContainText('On. Next: Friday');
  await weekly.getByLabel('Day').selectOption('Monday');
  await weekly.getByLabel('Time', { exact: true }).selectOption('8:00 AM');
  await expect(weekly.getByRole('status')).toContainText(/On\. Next: Monday, .* 8:00 AM/);
  await section(page).getByLabel('Time zone').selectOption('Asia/Tokyo');
  await weekly.getByRole('button', { name: 'Pause the weekly email' }).click();
  await expect(weekly.getByRole('status')).toHaveText('Paused');
  await expect(weekly.getByRole('button', { name: 'Resume the weekly email' })).toBeVisible();
  // It is stored.
  await expect(page.getByText('Weekly email paused')).toBeVisible();
  await page.reload();
  await expect(weekly.getByRole('status')).toHaveText('Paused');
  await expect(weekly.getByLabel('Day')).toHaveValue('1');
  await expect(section(page).getByLabel('Time zone')).toHaveValue('Asia/Tokyo');
});

test('changes that wait for the server are not lost when the page is reloaded', async ({
  signedIn: page,
}) => {
  await page.goto('/profile#capture');
  const weekly = section(page).getByRole('region', { name: 'Weekly email', exact: true });
  await weekly.getByRole('button', { name: 'Turn on the weekly email' }).click();
  await expect(weekly.getByRole('status')).toContainText('On. Next: Friday');
  // No response before the page is gone.
  await page.evaluate(() => {
    const send = globalThis.fetch;
    globalThis.fetch = (input, init) =>
      init?.method === 'PUT' && !init.keepalive ? new Promise(() => undefined) : send(input, init);
  });
  await weekly.getByLabel('Day').selectOption('Monday');
  await weekly.getByLabel('Time', { exact: true }).selectOption('8:00 AM');
  await expect(weekly.getByLabel('Time', { exact: true })).toHaveValue('8');
  await page.reload();
  await expect(weekly.getByLabel('Day')).toHaveValue('1');
  await expect(weekly.getByLabel('Time', { exact: true })).toHaveValue('8');
});

test('a change that fails is undone and says so', async ({ signedIn: page, noise }) => {
  noise.allow(/500 PUT \/api\/reminders/);
  await page.goto('/profile#capture');
  const nudge = section(page).getByRole('region', { name: 'Reminders', exact: true });
  await nudge.getByRole('button', { name: 'Turn on reminders' }).click();
  await expect(nudge.getByRole('status')).toContainText('On. Next:');
  await page.route('/api/reminders', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  await nudge.getByRole('checkbox', { name: 'Monday' }).click();
  await expect(page.getByText('Your choice could not be saved.')).toBeVisible();
  await expect(nudge.getByRole('checkbox', { name: 'Monday' })).not.toBeChecked();
  // One day stays.
  await nudge.getByRole('checkbox', { name: 'Friday' }).click();
  await expect(nudge.getByRole('checkbox', { name: 'Friday' })).toBeChecked();
});

test('the button of the weekly email opens a page that adds an entry without a session', async ({
  signedIn: page,
  person,
  browser,
}) => {
  await page.goto('/profile#capture');
  await section(page).getByRole('button', { name: 'Turn on the weekly email' }).click();
  await section(page).getByRole('button', { name: 'Send me one now: the weekly email' }).click();
  await expect(page.getByText('On its way')).toBeVisible();
  const link = await mailedLink(page.request, person.account.email, '/mail/answer');
  const visitor = await browser.newPage({ baseURL: new URL(page.url()).origin, ...phone });
  await visitor.goto(link);
  await expect(visitor).toHaveURL(/\/mail\/answer$/);
  await visitor.getByLabel('Your entry').fill('🎉 Answered from the train #travel');
  await visitor.getByRole('button', { name: 'Add to my log' }).click();
  await expect(visitor.getByRole('heading', { name: 'Added to your log' })).toBeVisible();
  await visitor.reload();
  await visitor.close();
  await page.goto('/');
  await expect(entry(page, 'Answered from the train')).toHaveCount(1);
  await expect(entry(page, 'Answered from the train')).toContainText('by email');
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('this browser is added after a click, listed, and removed', async ({ signedIn: page, person }) => {
    await withPushService(page, person.account.email);
    await page.goto('/profile#capture');
    await section(page).getByRole('button', { name: 'Turn on reminders' }).click();
    const devices = section(page).getByRole('group', { name: 'On your devices' });
    await expect(devices).toContainText('Your browser will ask');
    await devices.getByRole('button', { name: 'Remind me in this browser' }).click();
    await expect(page.getByText('This browser will remind you')).toBeVisible();
    await expect(devices.getByRole('listitem')).toContainText('This browser');
    await expect(devices.getByRole('button', { name: 'Remind me in this browser' })).toHaveCount(0);
    await devices.getByRole('button', { name: /^Remove/ }).click();
    await expect(page.getByText('Device removed')).toBeVisible();
    await expect(devices.getByRole('listitem')).toHaveCount(0);
    await expect(devices).toBeFocused();
  });

  test('a push message shows a fixed sentence', async ({ signedIn: page, context }) => {
    await context.grantPermissions(['notifications']);
    await page.goto('/');
    const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
    const [worker] = context.serviceWorkers();
    if (!worker) throw new Error('There is no service worker.');
    // This Chromium has no notifications.
    await worker.evaluate(() => {
      const shown: unknown[] = [];
      Object.assign(globalThis, { shown });
      ServiceWorkerRegistration.prototype.showNotification = (...notification) => {
        shown.push(notification);
        return Promise.resolve();
      };
    });
    const devtools = await context.newCDPSession(page);
    const registration = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const found = registrations.find(({ scopeURL }) => scopeURL === scope);
        if (found) resolve(found.registrationId);
      });
    });
    await devtools.send('ServiceWorker.enable');
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(scope).origin,
      registrationId: await registration,
      data: '',
    });
    await expect
      .poll(() => worker.evaluate(() => (globalThis as unknown as { shown: unknown[] }).shown))
      .toEqual([
        [pushTexts.title, expect.objectContaining({ body: pushTexts.body, tag: 'logbook-reminder' })],
      ]);
  });
});

test.describe('with a logbook that is open', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a reminder that is clicked opens Add Check-in in it, and it stays as it is', async ({
    signedIn: page,
    context,
  }) => {
    await page.goto('/?q=report');
    const search = page.getByRole('searchbox', { name: 'Search entries' });
    await expect(search).toHaveValue('report');
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      document.documentElement.setAttribute('data-same-page', '');
    });
    const [worker] = context.serviceWorkers();
    if (!worker) throw new Error('There is no service worker.');
    await worker.evaluate(() =>
      dispatchEvent(
        Object.assign(new Event('notificationclick'), {
          notification: { close() {} },
          // Only a real click may focus a window.
          waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
        }),
      ),
    );
    await expect(page.getByRole('dialog', { name: 'Add Check-in' })).toBeVisible();
    await expect(page.locator('html[data-same-page]')).toBeAttached();
    await expect(page).toHaveURL(/\?q=report$/);
  });
});

test('a browser that blocks notifications says what to do', async ({ signedIn: page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  });
  await page.goto('/profile#capture');
  await section(page).getByRole('button', { name: 'Turn on reminders' }).click();
  await expect(section(page)).toContainText('Your browser blocks notifications from this site.');
  await expect(section(page).getByRole('button', { name: 'Remind me in this browser' })).toHaveCount(0);
});

test('an iPhone without the installed app shows how to get reminders', async ({ signedIn: page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)' });
    Reflect.deleteProperty(globalThis, 'PushManager');
  });
  await page.goto('/profile#capture');
  await section(page).getByRole('button', { name: 'Turn on reminders' }).click();
  await expect(section(page)).toContainText('tap Share, then Add to Home Screen');
});
