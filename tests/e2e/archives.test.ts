// The archive of another Logbook enters the log in one click.
import { archiveOfEntries, chooseArchive, archiveFile } from './support/archive-screen.ts';
import { Person } from './support/person.ts';
import { entries } from './support/screen.ts';
import { expect, test } from './support/test.ts';
import { workLog } from './support/work-log.ts';

test('a user imports an archive: preview, one click, the log, and nothing twice', async ({
  signedIn: page,
  person,
}) => {
  const archive = archiveFile();
  await chooseArchive(page, archive);
  await expect(
    page.getByRole('heading', { name: '3 entries, 1 goal, 2 files, and 3 records' }),
  ).toBeVisible();
  await expect(page.getByText('From logbook.example.org, exported on')).toBeVisible();
  await expect(
    page.getByText('2 shoutouts and 1 confirmed vouch: kept as records of the other Logbook'),
  ).toBeVisible();
  await expect(page.getByText('1 entry is in the bin.')).toBeVisible();
  await expect(page.getByText('1 vouch was never confirmed.')).toBeVisible();
  await page.getByText('Line by line').click();
  await expect(page.getByText(/check_ins 5, line \d+: It has no text\./)).toBeVisible();
  expect(await (await person.get('/api/check_ins')).json()).toMatchObject({ rows: [] });

  await page.getByRole('button', { name: 'Add all to my log' }).click();
  await expect(
    page.getByRole('heading', { name: 'Added 3 entries, 1 goal, 1 file, and 3 records' }),
  ).toBeFocused();
  await expect(page.getByText('1 file could not be added. Its entry names it as missing.')).toBeVisible();
  await page.getByRole('link', { name: 'See your log' }).click();
  await expect(entries(page).filter({ hasText: 'Planned the launch' })).toBeVisible();
  const { rows } = (await (await person.get('/api/check_ins')).json()) as { rows: object[] };
  expect(rows).toHaveLength(3);
  expect(rows.at(-1)).toMatchObject({
    created_at: '2019-05-01T12:00:00.000Z',
    source_name: 'logbook.example.org',
  });

  await chooseArchive(page, archive);
  await page.getByRole('button', { name: 'Add all to my log' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing new' })).toBeVisible();
  await expect(
    page.getByText('7 were in your log already, or were imported before and deleted since.'),
  ).toBeVisible();
});

test('records of another Logbook are marked, and are deleted with Undo', async ({ signedIn: page }) => {
  await chooseArchive(page);
  await page.getByRole('button', { name: 'Add all to my log' }).click();
  await page.getByRole('link', { name: 'See your log' }).click();
  const mark = page.getByText('Recorded by logbook.example.org. Not checked here.');
  await page.getByRole('button', { name: '1 from another Logbook' }).click();
  const vouch = page.getByRole('article', { name: 'Billing migration' });
  await expect(vouch).toContainText('She led it from start to end.');
  await expect(mark).toHaveCount(1);
  await vouch.getByRole('button', { name: 'Delete the record “Billing migration”' }).click();
  await expect(vouch).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Record restored').waitFor();
  await expect(page.getByRole('button', { name: '1 from another Logbook' })).toBeVisible();

  await page.getByRole('tab', { name: 'SHOUTOUTS' }).click();
  const shoutout = page.getByRole('article', { name: 'From Bo Colleague' });
  await expect(shoutout).toContainText('You saved the launch');
  await expect(page.getByRole('article', { name: 'To bo@example.net' })).toBeVisible();
  await page.getByText('Received', { exact: true }).click();
  await expect(page.getByRole('article', { name: 'To bo@example.net' })).toBeHidden();
  await shoutout.getByRole('button', { name: 'Delete the record “From Bo Colleague”' }).click();
  await expect(shoutout).toBeHidden();
});

test('a guest imports an archive, and takes it along when signing up', async ({ guest: page, logbook }) => {
  const archive = archiveFile();
  await chooseArchive(page, archive);
  await expect(page.getByRole('heading', { name: '3 entries, 1 goal, and 2 files' })).toBeVisible();
  await expect(page.getByText('3 shoutouts and vouches: keeping them needs an account.')).toBeVisible();
  await page.getByRole('button', { name: 'Add all to my log' }).click();
  await expect(page.getByRole('heading', { name: 'Added 3 entries, 1 goal, and 1 file' })).toBeVisible();
  await page.getByRole('link', { name: 'See your log' }).click();
  await expect(entries(page).filter({ hasText: 'Planned the launch' })).toBeVisible();
  await expect(entries(page).filter({ hasText: 'Planned the launch' })).toContainText('1 file');

  await chooseArchive(page, archive);
  await page.getByRole('button', { name: 'Add all to my log' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing new' })).toBeVisible();

  const person = new Person(page.context(), logbook.url);
  await person.signUp();
  await page.goto('/');
  await page.getByText('3 entries, 1 goal, and 1 file added to your logbook.').waitFor();
  await chooseArchive(page, archive);
  await page.getByRole('button', { name: 'Add all to my log' }).click();
  await expect(page.getByRole('heading', { name: 'Added 3 records' })).toBeVisible();
  const { rows } = (await (await person.get('/api/check_ins')).json()) as { rows: object[] };
  expect(rows).toHaveLength(3);
  expect(rows[0]).toMatchObject({ source: 'logbook', source_name: 'logbook.example.org' });
});

test('an import that is canceled, or whose page is closed, continues where it was', async ({
  signedIn: page,
  person,
}) => {
  test.setTimeout(180_000);
  const log = workLog();
  const archive = archiveOfEntries(log);
  const count = async () => {
    const { months } = (await (await person.get('/api/check_ins/months?timezone=UTC')).json()) as {
      months: { count: number }[];
    };
    return months.reduce((sum, month) => sum + month.count, 0);
  };
  await chooseArchive(page, archive);
  await page.getByRole('button', { name: 'Add all to my log' }).click();
  await expect.poll(count).toBeGreaterThan(100);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Canceled. Import the same archive again to add the rest').waitFor();
  const canceled = await count();
  expect(canceled).toBeLessThan(log.length);

  await chooseArchive(page, archive);
  await page.getByRole('button', { name: 'Add all to my log' }).click();
  await expect.poll(count).toBeGreaterThan(canceled + 100);
  await page.goto('about:blank');
  expect(await count()).toBeLessThan(log.length);

  await chooseArchive(page, archive);
  const begun = Date.now();
  await page.getByRole('button', { name: 'Add all to my log' }).click();
  await page.getByRole('heading', { name: /^Added / }).waitFor({ timeout: 120_000 });
  test.info().annotations.push({ type: 'seconds', description: String((Date.now() - begun) / 1000) });
  expect(await count()).toBe(log.length);
});
