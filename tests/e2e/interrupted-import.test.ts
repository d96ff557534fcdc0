// What is interrupted while it goes from a file to the inbox, and from the inbox to the log, is repeated: nothing is lost, and
// nothing is there twice.
import type { Page } from '@playwright/test';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { chooseFiles, chooseLongTable, daysAgo, yearOfTable } from './support/imports-screen.ts';
import { openInbox, suggest } from './support/inbox-screen.ts';
import type { Person } from './support/person.ts';
import { pageAnswers } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const rows = 1500;
const tasks = Array.from({ length: rows }, (_, n) => `Finished task ${n + 1}, with its tests`).toSorted();

async function importTable(page: Page): Promise<void> {
  await chooseFiles(page, 'Spreadsheet', yearOfTable(rows));
  await page.getByRole('button', { name: /^Add .* to the inbox$/ }).click();
  await page.getByRole('link', { name: 'Review them' }).waitFor();
}

/** Accepts what is in the inbox, each suggestion or each group as an entry. */
async function acceptAll(page: Page, name: RegExp = /^Accept all [\d,]+$/): Promise<void> {
  await page.getByRole('button', { name }).first().click();
  const question = page.getByRole('dialog').getByRole('button', { name: /^Add .* entr/ });
  const empty = page.getByRole('heading', { name: 'No suggestions' });
  await question.or(empty).first().waitFor();
  if (await question.isVisible()) await question.click();
}

const inProgress = (page: Page, of: string | RegExp) =>
  page.getByText(new RegExp(`^[1-9][\\d,]* of ${of instanceof RegExp ? of.source : of}`));

async function contentsOf(person: Person): Promise<string[]> {
  const contents: string[] = [];
  let before: string | null = null;
  do {
    const query: string = before === null ? '' : `&before=${encodeURIComponent(before)}`;
    const answer = await person.get(`/api/check_ins?limit=100${query}`);
    const page = (await answer.json()) as { rows: CheckIn[]; next: string | null };
    contents.push(...page.rows.map(({ content }) => content));
    before = page.next;
  } while (before !== null);
  return contents.flatMap((content) => content.split('\n')).toSorted();
}

/** The texts of a guest's entries, in this browser. */
const guestContents = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('logbook-guest');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(new Error('not opened')));
    });
    const reading = database.transaction('check_ins').objectStore('check_ins').getAll();
    await new Promise((resolve) => reading.addEventListener('success', resolve));
    database.close();
    return (reading.result as { content: string; deleted_at: string | null }[])
      .filter(({ deleted_at }) => deleted_at === null)
      .map(({ content }) => content)
      .filter((content) => content.startsWith('Finished task'))
      .toSorted();
  });

test('a page that is closed while it fills the inbox is followed by one that adds the rest', async ({
  guest: page,
  context,
}) => {
  await page.goto('/import?format=csv');
  await pageAnswers(page);
  await chooseLongTable(page, 6000);
  await page.getByRole('button', { name: 'Add 6,000 suggestions to the inbox' }).click();
  await page.getByText(/^Adding [1-9][\d,]* of 6,000/).waitFor();
  await page.close();
  const next = await context.newPage();
  await openInbox(next);
  const count = next.getByText(/^[\d,]+ suggestions$/).first();
  const added = Number((await count.textContent())!.replace(/\D/g, ''));
  expect(added).toBeGreaterThan(0);
  expect(added).toBeLessThan(6000);
  await next.goto('/import?format=csv');
  await pageAnswers(next);
  await chooseLongTable(next, 6000);
  await next.getByRole('button', { name: 'Add 6,000 suggestions to the inbox' }).click();
  const rest = (6000 - added).toLocaleString('en');
  await expect(next.getByRole('heading', { name: `${rest} suggestions are in your inbox` })).toBeVisible();
  await openInbox(next);
  await expect(next.getByText('6,000 suggestions', { exact: true })).toBeVisible();
});

test('a page that is closed while it accepts is followed by one that accepts the rest, of this browser and of the server', async ({
  signedIn: page,
  person,
  context,
}) => {
  await importTable(page);
  const sent = Array.from({ length: 300 }, (_, n) => `Commit number ${n + 1}`);
  await suggest(
    person,
    sent.map((content, n) => ({ content, at: `${daysAgo(1 + (n % 300))}T12:00:00Z` })),
  );
  for (const after of ['/api/suggestions/accept', '/api/suggestions/import', '/api/suggestions/import']) {
    const current = context.pages().at(-1)!;
    await openInbox(current);
    await current
      .getByText(/^[\d,]+ suggestions$/)
      .first()
      .waitFor();
    // The answer is lost, but not what it is about.
    await current.route(after, async (route) => {
      await route.fetch();
      await current.close();
    });
    await acceptAll(current).catch(() => undefined);
    await expect.poll(() => current.isClosed()).toBe(true);
    await context.newPage();
  }
  const last = context.pages().at(-1)!;
  await openInbox(last);
  await last
    .getByText(/^[\d,]+ suggestions$/)
    .first()
    .waitFor();
  await acceptAll(last);
  await last.getByRole('heading', { name: 'No suggestions' }).waitFor({ timeout: 30_000 });
  expect(await contentsOf(person)).toEqual([...tasks, ...sent].toSorted());
});

test('a guest’s page that is closed while it accepts is followed by one that accepts the rest', async ({
  guest: page,
  context,
}) => {
  await importTable(page);
  await openInbox(page);
  await acceptAll(page);
  await inProgress(page, '1,500').waitFor();
  await page.close();
  const next = await context.newPage();
  await openInbox(next);
  await next
    .getByText(/^[\d,]+ suggestions$/)
    .first()
    .waitFor();
  expect((await guestContents(next)).length).toBeLessThan(rows);
  await acceptAll(next);
  await next.getByRole('heading', { name: 'No suggestions' }).waitFor({ timeout: 30_000 });
  expect(await guestContents(next)).toEqual(tasks);
});

test('a server that is killed while suggestions are accepted has each of them once in the end', async ({
  signedIn: page,
  person,
  logbook,
  noise,
}) => {
  noise.allow(/./);
  await importTable(page);
  await openInbox(page);
  await acceptAll(page, /^Accept all, one entry for each group$/);
  await inProgress(page, '1,500').waitFor();
  await logbook.kill();
  await page.getByText(/could not be accepted/).waitFor();
  await logbook.restart();
  await page.reload();
  await page
    .getByText(/^[\d,]+ suggestions$/)
    .first()
    .waitFor();
  await acceptAll(page, /^Accept all/);
  await page.getByRole('heading', { name: 'No suggestions' }).waitFor({ timeout: 30_000 });
  expect(await contentsOf(person)).toEqual(tasks);
});

test('what the server asks to wait for goes on, and Cancel and Undo leave nothing half done', async ({
  signedIn: page,
  person,
  noise,
}) => {
  noise.allow(/429 POST \/api\/suggestions\/import/, /429/);
  await importTable(page);
  await openInbox(page);
  let refused = 0;
  await page.route('/api/suggestions/import', async (route) => {
    if (refused >= 2) return route.fallback();
    refused += 1;
    const json = { code: 'too_many_requests', title: 'Too many requests.', retry_after: 1 };
    return route.fulfill({ status: 429, contentType: 'application/problem+json', json });
  });
  await acceptAll(page, /^Accept all, one entry for each group$/);
  await inProgress(page, '1,500').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: /entries added to your log$/ }).waitFor();
  expect(refused).toBe(2);
  const left = page.getByText(/^[\d,]+ suggestions$/).first();
  const waiting = Number((await left.textContent())!.replace(/\D/g, ''));
  expect(await contentsOf(person)).toHaveLength(rows - waiting);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Back in your inbox').waitFor({ timeout: 30_000 });
  await expect(page.getByText('1,500 suggestions', { exact: true })).toBeVisible();
  expect(await contentsOf(person)).toEqual([]);
  await acceptAll(page);
  await page.getByRole('heading', { name: 'No suggestions' }).waitFor({ timeout: 30_000 });
  expect(await contentsOf(person)).toEqual(tasks);
});
