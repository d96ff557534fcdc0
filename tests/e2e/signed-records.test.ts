// Vouches of another Logbook with their credentials: what the log says about them, and who was asked.
import type { Page } from '@playwright/test';
import { credentialVector } from '#tests/support/credential-vector.ts';
import { archiveOfVouch, chooseArchive } from './support/archive-screen.ts';
import { expect, test } from './support/test.ts';

async function importVouch(page: Page, ...archive: Parameters<typeof archiveOfVouch>) {
  await chooseArchive(page, archiveOfVouch(...archive));
  await page.getByRole('button', { name: 'Add all to my log' }).click();
  await page.getByRole('link', { name: 'See your log' }).click();
  return showVouch(page);
}

async function showVouch(page: Page) {
  await page.getByRole('button', { name: '1 from another Logbook' }).click();
  return page.getByRole('article', { name: /^(Search 🚀|Forged)$/ });
}

/** The issuer of the credential. Returns what it was asked for. */
async function serveIssuer(page: Page, more: Record<string, string> = {}): Promise<string[]> {
  const asked: string[] = [];
  await page.route('https://logbook.example.org/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    asked.push(pathname);
    const file = pathname.endsWith('did.json') ? 'did.json' : 'status-list.json';
    await route.fulfill({
      ...{ headers: { 'access-control-allow-origin': '*' }, contentType: 'application/json' },
      body: more[file] ?? credentialVector(file),
    });
  });
  return asked;
}

async function askIssuer(page: Page) {
  const vouch = page.getByRole('article', { name: 'Search 🚀' });
  await vouch.getByRole('link', { name: 'Check with logbook.example.org: Search 🚀' }).click();
  await page.getByRole('button', { name: 'Ask logbook.example.org' }).click();
}

test('a vouch is verified by its issuer once the user has asked, and only in this tab', async ({
  signedIn: page,
}) => {
  const asked = await serveIssuer(page);
  const vouch = await importVouch(page);
  await expect(vouch).toContainText('Signed by logbook.example.org. Not checked with it yet.');
  await expect(vouch).not.toContainText('Verified');
  const download = page.waitForEvent('download');
  await vouch.getByRole('button', { name: 'Download proof: Search 🚀' }).click();
  const stream = await (await download).createReadStream();
  const saved = Buffer.concat(await stream.toArray()).toString();
  expect(JSON.parse(saved)).toEqual(JSON.parse(credentialVector('full.json')));
  expect(asked).toEqual([]);

  await askIssuer(page);
  await expect(page.locator('[data-verdict=confirmed]')).toHaveCount(1);
  expect(asked).toHaveLength(2);
  await page.goBack();
  await showVouch(page);
  await expect(vouch).toContainText('Verified by logbook.example.org');
  await expect(vouch).toContainText('This Logbook did not verify it.');
  await expect(vouch).not.toContainText('Not checked');
  expect(asked).toHaveLength(2);

  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await showVouch(page);
  await expect(vouch).toContainText('Signed by logbook.example.org. Not checked with it yet.');
});

test('keys that are not those of the host are named as such', async ({ signedIn: page }) => {
  const did = credentialVector('did.json').replaceAll(
    'z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw',
    'z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp',
  );
  await serveIssuer(page, { 'did.json': did });
  const vouch = await importVouch(page);
  await askIssuer(page);
  await expect(page.locator('[data-verdict=changed]')).toHaveCount(1);
  await page.goBack();
  await showVouch(page);
  await expect(vouch).toContainText('logbook.example.org did not sign it with any of its keys.');
  await expect(vouch).not.toContainText('Verified');
});

test('a record that says something else than its credential is not checked', async ({ signedIn: page }) => {
  const vouch = await importVouch(page, { project_name: 'Forged' });
  await expect(vouch).toContainText('Recorded by log.example.net. Not checked here.');
  await expect(vouch.getByRole('link')).toHaveCount(0);
});

test('/verify checks nothing of its address that the log has not handed over', async ({ page }) => {
  await page.goto('/verify#handed-over');
  await expect(page.getByRole('heading', { name: 'Check a packet or a credential' })).toBeVisible();
  await expect(page.locator('[data-result] *')).toHaveCount(0);
});
