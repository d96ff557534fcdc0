// What other apps share with the installed app (R-N9), with the real service worker: a form posted to the share target is
// what the system sends.
import type { Page } from '@playwright/test';
import { readBrowserStorage, waitForServiceWorker } from './support/browser-storage.ts';
import { dialogOf, entry, openTimeline, save, signInOnScreen, write } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

const offlineNoise = [/failed .*ERR_/, /console: /, /50[234] /, /401 (GET|POST) \/api\/auth/];

type Shared = {
  title?: string;
  text?: string;
  url?: string;
  files?: { name: string; type: string; content: string; bytes?: number }[];
};

/** Posts what an app shares, from any page, and waits for the page that opens. */
async function share(page: Page, shared: Shared, origin = ''): Promise<void> {
  const opened = page.waitForURL((url) => url.pathname === '/');
  await page.evaluate(
    ([{ files = [], ...texts }, action]) => {
      const form = document.createElement('form');
      Object.assign(form, { action, method: 'POST', enctype: 'multipart/form-data' });
      for (const [name, value] of Object.entries(texts)) {
        const field = document.createElement('textarea');
        Object.assign(field, { name, value });
        form.append(field);
      }
      const chosen = new DataTransfer();
      for (const { name, type, content, bytes } of files)
        chosen.items.add(new File([bytes ? new Uint8Array(bytes) : content], name, { type }));
      const input = document.createElement('input');
      Object.assign(input, { type: 'file', name: 'files', multiple: true });
      input.files = chosen.files;
      form.append(input);
      document.body.append(form);
      form.submit();
    },
    [shared, `${origin}/app/share`] as const,
  );
  await opened;
}

const content = (page: Page) => dialogOf(page).getByLabel('What did you do?');
const attached = (page: Page) => dialogOf(page).getByRole('list', { name: 'Files' }).getByRole('listitem');

/** Opens the dashboard, and waits until the service worker runs and has noted whether there is a session. */
async function openReady(page: Page, session: 'signed in' | 'guest' = 'signed in'): Promise<void> {
  await page.goto('/');
  await waitForServiceWorker(page);
  const noted = session === 'guest' ? /logbook-incoming\/owner: \[\]/ : /logbook-incoming\/owner: \["/;
  await expect(async () =>
    expect(noted.test((await readBrowserStorage(page)).databases)).toBe(true),
  ).toPass();
}

const note = { name: 'note.txt', type: 'text/plain', content: 'A shared note' };

test('a shared page and a file become a draft, whose entry says how it came', async ({ signedIn: page }) => {
  await openReady(page);
  await share(page, { title: 'A page', text: 'Worth reading', url: 'https://example.org/a', files: [note] });
  await expect(content(page)).toHaveValue('A page\nWorth reading\nhttps://example.org/a');
  await expect(attached(page)).toContainText(['note.txt']);
  await expect(page).toHaveURL('/');
  const { databases } = await readBrowserStorage(page);
  expect(databases.includes('logbook-incoming/incoming: []')).toBe(true);

  await save(dialogOf(page));
  await expect(entry(page, 'Worth reading')).toContainText('by the share menu');
  await expect(entry(page, 'Worth reading')).toContainText('1 file');
});

test('shares without a connection are added to the draft that exists, in their order', async ({
  page,
  person,
  noise,
}) => {
  noise.allow(...offlineNoise);
  await person.addCheckIn('Already there');
  await openReady(page);
  await openTimeline(page);
  await write(page, { content: 'My own words', files: [] });
  await page.context().setOffline(true);
  await share(page, { text: 'First', files: [note] });
  await expect(content(page)).toHaveValue('My own words\n\nFirst');
  await share(page, { text: 'Second' });
  await expect(content(page)).toHaveValue('My own words\n\nFirst\n\nSecond');
  await expect(attached(page)).toContainText(['note.txt']);
  await page.reload();
  await page.getByRole('button', { name: 'Add Log Entry' }).first().click();
  await expect(content(page)).toHaveValue('My own words\n\nFirst\n\nSecond');
  await expect(attached(page)).toContainText(['note.txt']);
  await page.context().setOffline(false);
  await save(dialogOf(page));
  await expect(entry(page, 'My own words')).toContainText('by the share menu');
});

test('without a session, a share becomes the draft of the guest, and the entry keeps how it came', async ({
  guest: page,
}) => {
  await openReady(page, 'guest');
  await share(page, { text: 'Shared as a guest', files: [note] });
  await expect(content(page)).toHaveValue('Shared as a guest');
  await save(dialogOf(page));
  await expect(entry(page, 'Shared as a guest')).toContainText('by the share menu');
});

test('what was shared before a session ended waits for its user, and no one else sees it', async ({
  page,
  person,
  context,
  noise,
}) => {
  noise.allow(/401 /);
  await context.addInitScript(() => {
    if (location.protocol === 'http:') localStorage.setItem('logbook-guest-tutorial', 'seen');
  });
  await openReady(page);
  await context.clearCookies();
  await share(page, { text: 'Only for Ada' });
  await expect(page.getByText('It will be in your draft when you sign in.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your Logbook' })).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Add Log Entry' }).first()).toBeVisible();
  await expect(page.getByText('Draft kept')).toHaveCount(0);

  await page.goto('/auth');
  await signInOnScreen(page, person.account);
  await page.getByRole('heading', { name: `${person.account.fullName}'s Logbook` }).waitFor();
  await expect(page.getByText('Draft kept')).toBeVisible({ timeout: 15_000 });
  await page.getByRole('button', { name: 'Add Log Entry' }).first().click();
  await expect(content(page)).toHaveValue('Only for Ada');
});

test('of 11 shared files and one of 26 MB, those within the limits are attached and the others named', async ({
  signedIn: page,
}) => {
  await openReady(page);
  const files = Array.from({ length: 11 }, (_, index) => ({ ...note, name: `note-${index}.txt` }));
  const large = { name: 'large.png', type: 'image/png', content: '', bytes: 26 * 1024 * 1024 };
  await share(page, { files: [large, ...files] });
  await expect(attached(page)).toHaveCount(10);
  const alert = dialogOf(page).getByRole('alert');
  await expect(alert).toContainText('large.png');
  await expect(alert).toContainText('note-10.txt was not attached: a check-in can have up to 10 files.');
  const { databases } = await readBrowserStorage(page);
  expect(databases.includes('note-10.txt')).toBe(false);
});

test('hostile text stays text, and a text longer than any entry becomes a file', async ({
  signedIn: page,
}) => {
  await openReady(page);
  const hostile = '<img src=x onerror=alert(1)>\u0000 =HYPERLINK("x") \u202e [a](javascript:alert(1))';
  await share(page, { title: '', text: hostile });
  await expect(content(page)).toHaveValue(/onerror=alert\(1\)/);
  await save(dialogOf(page));
  await expect(entry(page, 'onerror=alert(1)')).toBeVisible();
  await expect(page.locator('article img')).toHaveCount(0);

  await share(page, { text: 'x'.repeat(200_000) });
  await expect(attached(page)).toContainText(['Shared text.txt']);
  await expect(content(page)).toHaveValue('');
});

test('what a full browser cannot store reaches the draft of the page that opens', async ({
  signedIn: page,
}) => {
  await openReady(page);
  const client = await page.context().newCDPSession(page);
  await client.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: 1 });
  const large = { name: 'large.png', type: 'image/png', content: '', bytes: 20 * 1024 * 1024 };
  await share(page, { text: 'Shared on a full phone', files: [large] });
  await expect(content(page)).toHaveValue('Shared on a full phone');
  await expect(attached(page)).toContainText(['large.png']);
});

test('an empty share, and one that is lost, say so', async ({ signedIn: page }) => {
  await openReady(page);
  await share(page, { text: '' });
  await expect(page.getByText('What you shared did not arrive')).toBeVisible();
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(page).toHaveURL('/');
});

test('a page of another site can fill the draft, but adds no entry', async ({ page, person }) => {
  await openReady(page);
  const { origin } = new URL(page.url());
  await page.route('http://evil.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>A page</p>' }),
  );
  await page.goto('http://evil.example/');
  await share(page, { text: 'From another site' }, origin);
  await expect(content(page)).toHaveValue('From another site');
  expect(await (await person.get('/api/check_ins')).json()).toMatchObject({ rows: [] });
});

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' });
  test('a share that reaches the server is not read, and the page says so', async ({ page, person }) => {
    await person.addCheckIn('Already there');
    await page.goto('/');
    await share(page, { text: 'Too early', files: [note] });
    await expect(page.getByText('What you shared did not arrive')).toBeVisible();
    await expect(entry(page, 'Already there')).toBeVisible();
    await expect(entry(page, 'Too early')).toHaveCount(0);
  });
});

test('the shortcuts of the installed app open Add Check-in and the search', async ({
  page,
  person,
  noise,
}) => {
  noise.allow(...offlineNoise);
  await person.addCheckIn('Already there');
  await openReady(page);
  await page.goto('/?new');
  await expect(content(page)).toBeFocused();
  await expect(page).toHaveURL('/');
  await page.goto('/?find');
  await expect(page.getByRole('searchbox', { name: 'Search entries' })).toBeFocused();
  await expect(page).toHaveURL('/');
  await page.goto('/');
  await page.context().setOffline(true);
  await page.goto('/?new');
  await expect(content(page)).toBeFocused();
});
