// Suggestions from files of other programs: from the file to the inbox.
import {
  calendarFile,
  chooseFiles,
  chooseLongTable,
  daysAgo,
  recommendationsFile,
} from './support/imports-screen.ts';
import { pageAnswers } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('a guest brings a calendar: preview, report, inbox, and nothing twice', async ({ guest: page }) => {
  await page.getByRole('link', { name: 'Bring what you have' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bring what you have');
  await chooseFiles(page, 'Calendar', calendarFile());
  await expect(page.getByRole('heading', { name: '5 suggestions in 1 group' })).toBeVisible();
  await expect(page.getByText('Presented the roadmap')).toBeVisible();
  await expect(page.getByText('It was canceled.').first()).toBeVisible();
  await page.getByText('Line by line').click();
  await expect(page.getByText('work.ics:20: Its date does not exist')).toBeVisible();
  await page.getByRole('button', { name: 'Add 5 suggestions to the inbox' }).click();
  await expect(page.getByRole('heading', { name: '5 suggestions are in your inbox' })).toBeFocused();
  await page.getByRole('link', { name: 'Review them' }).click();
  await expect(page.getByText('Presented the roadmap')).toBeVisible();

  await chooseFiles(page, 'Calendar', calendarFile());
  await page.getByRole('button', { name: 'Add 5 suggestions to the inbox' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing new' })).toBeVisible();
  await expect(page.getByText('5 were in the inbox already, or accepted or dismissed before.')).toBeVisible();
});

test('choosing a source moves the focus to its heading, opening its address does not', async ({
  guest: page,
}) => {
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto('/import');
  await pageAnswers(page);
  await page.getByRole('link', { name: 'Spreadsheet, Jira, Linear' }).click();
  await expect(heading).toHaveText('Spreadsheet, Jira, Linear');
  await expect(heading).toBeFocused();
  await page.goBack();
  await expect(heading).toHaveText('Bring what you have');
  await expect(heading).toBeFocused();
  await page.goto('/import?format=csv');
  await expect(heading).toHaveText('Spreadsheet, Jira, Linear');
  await pageAnswers(page);
  await expect(page.locator('body')).toBeFocused();
});

test('the address of a source that does not exist shows all of them', async ({ guest: page }) => {
  await page.goto('/import?format=slack');
  await pageAnswers(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bring what you have');
});

test('a user pastes a table, corrects its columns, and chooses a period', async ({ signedIn: page }) => {
  await page.goto('/import?format=csv');
  await pageAnswers(page);
  await page
    .getByLabel('Or paste cells from a spreadsheet')
    .fill(
      `When\tWhat\tPlace\n${daysAgo(2)}\tFixed OPS-12\tBerlin office, second floor\n2019-05-01\tLong ago\tParis`,
    );
  await page.getByRole('button', { name: 'Read the cells' }).click();
  await expect(page.getByRole('heading', { name: '1 suggestion in 1 group' })).toBeVisible();
  await page.getByLabel('Text', { exact: true }).selectOption({ index: 3 });
  await expect(page.getByRole('heading', { name: '1 suggestion', exact: true })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Berlin office' })).toBeVisible();
  await page.getByLabel('Everything').check();
  await expect(page.getByRole('heading', { name: '2 suggestions', exact: true })).toBeVisible();
  await page.getByLabel('Choose days').check();
  await page.getByLabel('From', { exact: true }).fill('');
  await expect(page.getByText('Choose both days, the first one first.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Add .* to the inbox$/ })).toHaveCount(0);
  await page.getByLabel('From', { exact: true }).fill('2019-01-01');
  await expect(page.getByRole('button', { name: 'Add 2 suggestions to the inbox' })).toBeVisible();
});

test('a calendar is read again once the user stops typing an address', async ({ guest: page }) => {
  await chooseFiles(page, 'Calendar', calendarFile());
  await page.getByRole('heading', { name: '5 suggestions in 1 group' }).waitFor();
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  await page.getByLabel('Your email addresses in this calendar').pressSequentially('ada@example.com');
  await expect(page.getByRole('button', { name: /^Add .* to the inbox$/ })).toBeHidden();
  await page.getByRole('button', { name: /^Add .* to the inbox$/ }).waitFor();
  expect(workers).toHaveLength(1);
});

test('a recommendation of LinkedIn opens the form of a vouch, and sends nothing', async ({
  signedIn: page,
  person,
}) => {
  await chooseFiles(page, 'LinkedIn', recommendationsFile());
  await expect(page.getByText('Recommendation from Grace Hopper')).toBeVisible();
  await page.getByRole('button', { name: 'Add 1 suggestion to the inbox' }).click();
  await page.getByRole('button', { name: 'Ask Grace Hopper to vouch' }).click();
  const form = page.getByRole('dialog');
  await expect(
    form
      .getByText('Recommendation on LinkedIn')
      .or(form.locator('input[value="Recommendation on LinkedIn"]')),
  ).toBeVisible();
  const vouches = await person.get('/api/vouches');
  expect(await vouches.json()).toMatchObject({ rows: [] });
});

test('a file of another kind is named, and Cancel while reading leaves nothing', async ({ guest: page }) => {
  const wrong = { name: 'photo.ics', mimeType: 'text/calendar', buffer: Buffer.from('\x89PNG\r\n\0\0') };
  await chooseFiles(page, 'Calendar', wrong);
  await expect(page.getByRole('heading', { name: 'Nothing to suggest' })).toBeVisible();
  await expect(page.getByText('This is not a file of the chosen kind.').first()).toBeVisible();

  await page.goto('/import?format=csv');
  await pageAnswers(page);
  await chooseLongTable(page, 400_000);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Canceled. Nothing was added.')).toBeVisible();

  await chooseLongTable(page, 12_000);
  await expect(page.getByText('so older ones were left out').first()).toBeVisible();
  await page.getByRole('button', { name: 'Add 10,000 suggestions to the inbox' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Canceled. Nothing was added.')).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('logbook-inbox:guest'))).toBeNull();
  await page.goto('/inbox');
  await expect(page.getByRole('heading', { name: 'No suggestions' })).toBeVisible();
});
