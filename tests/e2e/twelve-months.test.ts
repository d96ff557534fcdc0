// From a new account to a log of twelve months, as a stranger does it: measured with a clock, with a picture of each step.
import type { Page } from '@playwright/test';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { chooseFiles, yearOfCalendar, yearOfTable } from './support/imports-screen.ts';
import { newAccount, Person } from './support/person.ts';
import { fillSignUp, pageAnswers } from './support/screen.ts';
import { expect, test } from './support/test.ts';

/** Numbers in a text, such as of a button. */
const numberIn = (text: string | null) => Number(/[\d,]+/.exec(text ?? '')![0].replaceAll(',', ''));

const shots = new WeakMap<Page, number>();
async function shot(page: Page, name: string): Promise<void> {
  const n = (shots.get(page) ?? 0) + 1;
  shots.set(page, n);
  await page.screenshot({ path: test.info().outputPath(`${n}-${name}.png`), fullPage: name === 'log' });
}

async function addToInbox(
  page: Page,
  format: string,
  file: Parameters<typeof chooseFiles>[2],
): Promise<number> {
  await chooseFiles(page, format, file);
  const add = page.getByRole('button', { name: /^Add .* to the inbox$/ });
  const count = numberIn(await add.textContent());
  await shot(page, 'preview');
  await add.click();
  await page.getByRole('link', { name: 'Review them' }).waitFor();
  await shot(page, 'added');
  return count;
}

async function entriesOf(person: Person): Promise<CheckIn[]> {
  const rows: CheckIn[] = [];
  let before: string | null = null;
  do {
    const query: string = before === null ? '' : `&before=${encodeURIComponent(before)}`;
    const page = (await (await person.get(`/api/check_ins?limit=100${query}`)).json()) as {
      rows: CheckIn[];
      next: string | null;
    };
    rows.push(...page.rows);
    before = page.next;
  } while (before !== null);
  return rows;
}

test('a stranger has a log of twelve months in less than a minute of the machine’s time', async ({
  page,
  logbook,
}) => {
  test.slow();
  const began = Date.now();
  const account = newAccount();
  await page.goto('/auth?mode=signup');
  await shot(page, 'sign-up');
  await fillSignUp(page, account);
  await page.getByRole('heading', { name: "Ada Example's Logbook" }).waitFor();
  await page.getByRole('button', { name: 'Close tutorial' }).click();
  await page.getByRole('link', { name: 'Bring what you have' }).waitFor();
  await shot(page, 'empty-log');
  await page.getByRole('link', { name: 'Bring what you have' }).click();
  await pageAnswers(page);
  await shot(page, 'formats');
  const found =
    (await addToInbox(page, 'Calendar', yearOfCalendar())) +
    (await addToInbox(page, 'Spreadsheet', yearOfTable()));
  expect(found).toBeGreaterThan(1500);
  await page.getByRole('link', { name: 'Review them' }).click();
  await page.getByText(`${found.toLocaleString('en')} suggestions`, { exact: true }).waitFor();
  await shot(page, 'inbox');
  await page.getByRole('button', { name: 'Accept all, one entry for each group' }).click();
  const dialog = page.getByRole('dialog', {
    name: `Add ${found.toLocaleString('en')} suggestions to your log?`,
  });
  const add = dialog.getByRole('button', { name: /^Add .* entries$/ });
  const count = numberIn(await add.textContent());
  await shot(page, 'question');
  await add.click();
  await page.getByRole('heading', { name: 'Adding to your log' }).waitFor();
  await page.getByRole('group', { name: 'A square for each day' }).waitFor();
  await shot(page, 'filling');
  const done = page.getByRole('heading', { name: `${count.toLocaleString('en')} entries added to your log` });
  await expect(done).toBeFocused();
  const months = page.getByRole('table', { name: 'The last year' }).getByRole('row');
  await expect
    .poll(async () => numberIn(await months.nth(2).getByRole('cell').first().textContent()))
    .toBeGreaterThan(10);
  const counts = await months.getByRole('cell').allTextContents();
  await shot(page, 'filled');
  await page.getByRole('link', { name: 'See your log' }).click();
  await page
    .getByRole('article', { name: /^Entry of / })
    .first()
    .waitFor();
  const seconds = (Date.now() - began) / 1000;
  await shot(page, 'log');
  console.log(`from nothing to ${count} entries of ${found} suggestions: ${seconds.toFixed(1)} s`);
  // Thirteen months are on the map, the first and the last one in part.
  expect(
    counts
      .filter((_, index) => index % 2 === 0)
      .map(numberIn)
      .every((entries) => entries > 0),
  ).toBe(true);
  const rows = await entriesOf(new Person(page.context(), logbook.url, account));
  expect(rows).toHaveLength(count);
  const lines = rows.flatMap(({ content }) => content.split('\n'));
  expect(lines.filter((line) => line.startsWith('Finished task'))).toHaveLength(1200);
  expect(seconds).toBeLessThan(60);
});
