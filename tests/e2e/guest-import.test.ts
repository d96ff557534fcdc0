// Importing a guest's log into an account (R-I1): each item arrives once, with its date and files, despite failures.
import { createHash } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import type { CheckIn, LogFile } from '#features/check-ins/contract.ts';
import type { Goal } from '#features/goals/contract.ts';
import { hourMs } from '#platform/clock/durations.ts';
import {
  fillGuestStore,
  guestEntries,
  guestStoreSize,
  realFile,
  textFile,
  type GuestEntry,
} from './support/guest-store.ts';
import { chooseGoalAction, goal, goals, openGoals, setGoals } from './support/goals-screen.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { newAccount, Person } from './support/person.ts';
import {
  attach,
  entry,
  fillSignUp,
  fixture,
  openDialog,
  save,
  signInOnScreen,
  write,
} from './support/screen.ts';
import { expect, test } from './support/test.ts';

const empty = { check_ins: 0, log_files: 0, file_bytes: 0, goals: 0, packets: 0, meta: 0 };
const importCard = (page: Page) => page.getByRole('region', { name: 'Guest logbook in this browser' });
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Thirty entries. Three of them have five files in total. */
function thirtyEntries(): GuestEntry[] {
  const entries = guestEntries(30);
  entries[3]!.files = [realFile('photo.png', 'image/png'), realFile('report.pdf', 'application/pdf')];
  entries[11]!.files = [realFile('clip.mp4', 'video/mp4'), textFile('notes.txt', 'What was said.')];
  entries[29]!.files = [textFile('plan.txt', 'What is meant.')];
  return entries;
}

async function signUpPerson(context: BrowserContext, origin: string): Promise<Person> {
  const person = new Person(context, origin);
  await person.signUp();
  return person;
}

async function timelineOf(person: Person): Promise<CheckIn[]> {
  return ((await (await person.get('/api/check_ins?limit=100')).json()) as { rows: CheckIn[] }).rows;
}

/** Expects each entry in the account once, with its date and its files byte for byte. */
async function expectImportedOnce(person: Person, entries: readonly GuestEntry[]): Promise<void> {
  const rows = await timelineOf(person);
  const comparable = ({ content, created_at, emoji }: CheckIn) => ({ content, created_at, emoji });
  expect(rows.map(comparable)).toEqual(
    entries
      .toReversed()
      .map(({ content, createdAt, emoji }) => ({ content, created_at: createdAt, emoji: emoji ?? null })),
  );
  for (const { content, files = [] } of entries) {
    const row = rows.find((candidate) => candidate.content === content)!;
    const { rows: stored } = (await (await person.get(`/api/log_files?check_in_id=${row.id}`)).json()) as {
      rows: LogFile[];
    };
    expect(stored.map(({ file_name }) => file_name).toSorted(), content).toEqual(
      files.map(({ name }) => name).toSorted(),
    );
    for (const { id, file_name } of stored) {
      const signed = await person.post(`/api/storage/log-files/${id}/sign`, { as: 'download' });
      const { url } = (await signed.json()) as { url: string };
      const expected = files.find(({ name }) => name === file_name)!;
      expect(sha256(await (await person.get(url)).body()), file_name).toBe(sha256(expected.bytes));
    }
  }
}

test("a guest's entries and goals are imported at sign-up, and a summary lists them", async ({
  guest: page,
}) => {
  await save(await write(page, { content: 'Before the account', emoji: 'rocket' }));
  await expect(page.getByText('Check-in saved locally!')).toBeVisible();
  const dialog = await write(page, { content: 'With a photo' });
  await attach(dialog, fixture('photo.png'));
  await save(dialog);
  await expect(entry(page, 'With a photo').getByRole('button', { name: '1 file' })).toBeVisible();

  await page.getByRole('tab', { name: 'GOALS' }).click();
  await setGoals(page, 'Reach further', 'Reach it');
  await chooseGoalAction(goal(page, 'Reach it'), 'Mark complete');
  await expect(goals(page)).toHaveCount(1);

  await page.goto('/auth?mode=signup');
  await fillSignUp(page, newAccount());
  await expect(importCard(page)).toContainText('3 entries, 1 goal, and 1 file added to your logbook.');
  await expect(entry(page, 'Reach it')).toContainText('🎯');
  await expect(entry(page, 'Before the account')).toBeVisible();
  await expect(entry(page, 'With a photo').getByRole('button', { name: '1 file' })).toBeVisible();
  await expect(page.getByText('Local', { exact: true })).toHaveCount(0);
  expect(await guestStoreSize(page)).toEqual(empty);

  await importCard(page).getByRole('button', { name: 'Close' }).click();
  await expect(importCard(page)).toHaveCount(0);
  // The guest has closed the tutorial, so the account does not show it again.
  await expect(page.getByRole('dialog', { name: 'Welcome' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'GOALS' }).click();
  await expect(goals(page)).toHaveText([/Reach further/]);
  await page.goto('/');
  await expect(entry(page, 'With a photo')).toBeVisible();
  await expect(importCard(page)).toHaveCount(0);
});

/** Signs up on screen. The guest has closed the tutorial, so the account does not show it. */
async function signUpAfterTutorial(page: Page): Promise<void> {
  await page.goto('/auth?mode=signup');
  await fillSignUp(page, newAccount());
  await page.getByRole('heading', { name: /'s Logbook$/ }).waitFor();
}

test('the tutorial waits until the import summary is closed (R-I4)', async ({ page, context, logbook }) => {
  await page.goto('/');
  await fillGuestStore(page, guestEntries(2));
  await new Person(context, logbook.url).signUpNew();
  await page.goto('/');
  await expect(importCard(page)).toContainText('2 entries added to your logbook.');
  const tutorial = page.getByRole('dialog', { name: 'Welcome' });
  await expect(tutorial).toHaveCount(0);
  await importCard(page).getByRole('button', { name: 'Close' }).click();
  await expect(importCard(page)).toHaveCount(0);
  await expect(tutorial).toBeVisible();
});

test("a guest's draft survives sign-up", async ({ guest: page }) => {
  const dialog = await write(page, { content: 'In the middle of a' });
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByText('Draft kept')).toBeVisible();
  await signUpAfterTutorial(page);
  await expect(page.getByText('Draft kept')).toBeVisible();
  await expect((await openDialog(page)).getByLabel('What did you do?')).toHaveValue('In the middle of a');
});

test("a guest's unsaved edits of an entry and a goal survive sign-up", async ({ guest: page }) => {
  await save(await write(page, { content: 'As it was' }));
  const row = entry(page, 'As it was');
  await row.hover();
  await row.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Check-in' });
  await dialog.getByLabel('What did you do?').fill('As it should be');
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await openGoals(page);
  await setGoals(page, 'Reach it');
  await chooseGoalAction(goal(page, 'Reach it'), 'Edit');
  await page.getByLabel('Goal', { exact: true }).fill('Reach it by May');

  await page.goto('/auth?mode=signup');
  await fillSignUp(page, newAccount());
  await expect(importCard(page)).toContainText('added to your logbook');
  await row.getByRole('button', { name: 'Unsaved changes' }).click();
  await expect(dialog.getByLabel('What did you do?')).toHaveValue('As it should be');
  await save(dialog);
  await expect(entry(page, 'As it should be')).toBeVisible();
  await page.getByRole('tab', { name: 'GOALS' }).click();
  await expect(goals(page)).toHaveCount(0);
  await expect(page.getByLabel('Goal', { exact: true })).toHaveValue('Reach it by May');
  await expect(page.getByText('No longer on your list')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(goals(page)).toHaveText([/Reach it by May/]);
});

/** The user ids of the unsent files in this browser. */
function ownersOfUnsentFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const all = await indexedDB.databases();
    // Opening the database would create it, without its store.
    if (!all.some(({ name }) => name === 'logbook-outbox')) return [];
    const opening = indexedDB.open('logbook-outbox');
    await new Promise((resolve) => (opening.onsuccess = resolve));
    const rows = opening.result.transaction('files').objectStore('files').getAll();
    await new Promise((resolve) => (rows.onsuccess = resolve));
    opening.result.close();
    return (rows.result as { user_id: string }[]).map(({ user_id }) => user_id);
  });
}

test("a guest draft's files survive sign-up, and are deleted from the browser once saved", async ({
  guest: page,
}) => {
  const dialog = await write(page, { content: 'With a photo', files: fixture('photo.png') });
  await expect.poll(() => ownersOfUnsentFiles(page)).toEqual(['guest']);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await signUpAfterTutorial(page);
  await expect.poll(() => ownersOfUnsentFiles(page)).toEqual([expect.not.stringMatching('guest')]);
  const draft = await openDialog(page);
  await expect(draft.getByText('photo.png', { exact: true })).toBeVisible();
  await save(draft);
  await expect(entry(page, 'With a photo').getByRole('button', { name: '1 file' })).toBeVisible();
  await expect.poll(() => ownersOfUnsentFiles(page)).toEqual([]);
  const guestKeys = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.endsWith(':guest')),
  );
  expect(guestKeys).toEqual([]);
});

test('an import stops when the session ends, and resumes with the next session of the account', async ({
  page,
  context,
  logbook,
  noise,
}) => {
  noise.allow(/401 /, /console: .*(The import stopped|could not be read|WebSocket)/);
  await page.goto('/');
  const entries = guestEntries(2);
  entries[0]!.files = [textFile('notes.txt', 'What was said.')];
  await fillGuestStore(page, entries);
  const person = await signUpPerson(context, logbook.url);
  await context.route('**/api/storage/log-files', async (route) => {
    await route.fulfill({
      status: 401,
      contentType: 'application/problem+json',
      body: '{"code":"no_session"}',
    });
  });
  await page.goto('/');
  await expect(importCard(page)).toContainText(
    'The import could not be finished. It will continue when you reload this page.',
  );
  expect(await guestStoreSize(page)).toMatchObject({ check_ins: 1, log_files: 1 });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();
  await expect(importCard(page)).toContainText('2 entries and 1 file added to your logbook.');
  await expectImportedOnce(person, entries);
});

test('an import of 30 entries and 5 files completes once, despite a lost connection and a closed window', async ({
  openContext,
  logbook,
  noise,
}) => {
  noise.allow(/failed /, /console: .*(WebSocket|could not be read)/);
  const proxy = await TcpProxy.start(logbook.url);
  const context = await openContext({ baseURL: proxy.url });
  const page = await context.newPage();
  await page.goto('/');
  const entries = thirtyEntries();
  await fillGuestStore(page, entries);
  const person = await signUpPerson(context, logbook.url);

  // The connection is cut while the third file is being uploaded.
  let uploads = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/storage/log-files') && ++uploads === 3) proxy.cut();
  });
  await page.goto('/');
  await expect(importCard(page)).toContainText(
    'The server is not responding. The import will continue automatically.',
  );
  await expect(importCard(page)).toContainText('30 of 30 entries and 2 of 5 files');
  expect(await guestStoreSize(page)).toMatchObject({ log_files: 3 });

  // The fifth file is not uploaded before the window is closed.
  proxy.restore();
  let continued = 0;
  await context.route('**/api/storage/log-files', async (route) => {
    if (++continued < 3) await route.continue();
  });
  await expect(importCard(page)).toContainText('4 of 5 files', { timeout: 30_000 });
  await page.close();
  await context.unrouteAll({ behavior: 'ignoreErrors' });

  const reopened = await context.newPage();
  await reopened.goto('/');
  await expect(importCard(reopened)).toContainText('30 entries and 5 files added to your logbook.');
  expect(await guestStoreSize(reopened)).toEqual(empty);
  await expectImportedOnce(person, entries);
  await expect(entry(reopened, 'Entry 30 of before').getByRole('button', { name: '1 file' })).toBeVisible();
  await proxy.close();
});

test('an import keeps edit marks, kinds, and deleted entries with their files', async ({
  page,
  context,
  logbook,
}) => {
  await page.goto('/');
  const [edited, goal, binned, binnedWithFile] = guestEntries(4) as [
    GuestEntry,
    GuestEntry,
    GuestEntry,
    GuestEntry,
  ];
  edited.editedAt = new Date(Date.now() - hourMs).toISOString();
  goal.kind = 'goal';
  binned.deletedAt = new Date(Date.now() - 7_200_000).toISOString();
  binnedWithFile.deletedAt = binned.deletedAt;
  binnedWithFile.files = [textFile('kept.txt', 'In the bin.')];
  await fillGuestStore(page, [edited, goal, binned, binnedWithFile]);
  const person = await signUpPerson(context, logbook.url);
  await page.goto('/');
  await expect(importCard(page)).toContainText('2 entries added to your logbook.');
  expect(await timelineOf(person)).toMatchObject([
    { id: goal.id, kind: 'goal' },
    { id: edited.id, edited_at: edited.editedAt },
  ]);
  const { rows } = (await (await person.get('/api/check_ins/deleted')).json()) as { rows: CheckIn[] };
  expect(rows).toMatchObject([
    { id: binnedWithFile.id, file_count: 1 },
    { id: binned.id, deleted_at: binned.deletedAt },
  ]);
  expect(await guestStoreSize(page)).toEqual(empty);
});

test('an import keeps the order and cadence of goals, and the entries of completed ones', async ({
  page,
  context,
  logbook,
}) => {
  await page.goto('/');
  const [completed] = guestEntries(1) as [GuestEntry];
  completed.kind = 'goal';
  const goals = [
    { text: 'First', cadence: 'monthly' as const, periodStart: '2026-10-01' },
    { text: 'Reached', completedAt: completed.createdAt, checkInId: completed.id },
    { text: 'Second' },
    { text: 'Given up', deletedAt: completed.createdAt },
  ];
  await fillGuestStore(page, [completed], goals);
  const person = await signUpPerson(context, logbook.url);
  await page.goto('/?tab=goals');
  await expect(importCard(page)).toContainText('1 entry and 2 goals added to your logbook.');
  const { rows } = (await (await person.get('/api/goals')).json()) as { rows: Goal[] };
  expect(rows).toMatchObject([
    { text: 'First', cadence: 'monthly', period_start: '2026-10-01' },
    { text: 'Second', cadence: null },
  ]);
  await expect(page.getByText('carried over')).toBeVisible();
  expect(await timelineOf(person)).toMatchObject([{ id: completed.id, kind: 'goal' }]);
  expect(await guestStoreSize(page)).toEqual(empty);
});

test('an account with entries is asked before the import, and merging adds the guest entries', async ({
  page,
  context,
  logbook,
}) => {
  await page.goto('/');
  const entries = guestEntries(3);
  await fillGuestStore(page, entries);
  const person = await signUpPerson(context, logbook.url);
  const own = await person.addCheckIn('My own entry');
  await page.goto('/');
  await expect(importCard(page)).toContainText('This browser has 3 entries written without an account.');
  expect(await timelineOf(person)).toHaveLength(1);

  // After Not now, nothing is imported. This window does not ask again, but the next one does.
  await importCard(page).getByRole('button', { name: 'Not now' }).click();
  await expect(importCard(page)).toHaveCount(0);
  await page.reload();
  await expect(entry(page, own.content)).toBeVisible();
  await expect(importCard(page)).toHaveCount(0);
  const next = await context.newPage();
  await next.goto('/profile');
  await importCard(next).getByRole('button', { name: 'Add them to my logbook' }).click();
  await expect(importCard(next)).toContainText('3 entries added to your logbook.');
  await expect(importCard(next)).toBeFocused();
  expect((await timelineOf(person)).map(({ content }) => content)).toEqual([
    own.content,
    ...entries.toReversed().map(({ content }) => content),
  ]);
  await expect(entry(page, 'Entry 3 of before'), 'the other window is updated').toBeVisible();
});

test('discarding the guest log asks for confirmation, and deletes it only from the browser', async ({
  page,
  context,
  logbook,
}) => {
  await page.goto('/');
  await fillGuestStore(page, guestEntries(3));
  const person = await signUpPerson(context, logbook.url);
  await person.addCheckIn('My own entry');
  await page.goto('/');
  await importCard(page).getByRole('button', { name: 'Delete them' }).click();
  const question = page.getByRole('dialog', { name: 'Delete the guest logbook in this browser?' });
  await expect(question).toContainText('3 entries will be permanently deleted.');
  await question.getByRole('button', { name: 'Keep them' }).click();
  expect(await guestStoreSize(page)).toMatchObject({ check_ins: 3 });
  await importCard(page).getByRole('button', { name: 'Delete them' }).click();
  await question.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByText('Deleted from this browser: 3 entries')).toBeVisible();
  await expect(importCard(page)).toHaveCount(0);
  expect(await guestStoreSize(page)).toEqual(empty);
  expect(await timelineOf(person)).toHaveLength(1);
});

test('an import that one account started does not continue into another account without asking', async ({
  page,
  context,
  logbook,
}) => {
  await page.goto('/');
  const entries = guestEntries(2);
  entries[0]!.files = [textFile('private.txt', 'For Ada only.')];
  await fillGuestStore(page, entries);
  const ada = await signUpPerson(context, logbook.url);
  await context.route('**/api/storage/log-files', () => undefined);
  await page.goto('/');
  await expect(importCard(page)).toContainText('2 of 2 entries and 0 of 1 file');
  // The imported entry without a file is deleted here before the page is left.
  await expect.poll(() => guestStoreSize(page)).toMatchObject({ check_ins: 1 });
  await page.goto('about:blank');
  await context.unrouteAll({ behavior: 'ignoreErrors' });

  await ada.post('/api/auth/sign-out', {});
  const bob = new Person(context, logbook.url, newAccount('Bob Example'));
  await bob.signUp();
  await page.goto('/');
  await expect(importCard(page)).toContainText('This browser has 1 entry and 1 file');
  await expect(importCard(page)).not.toContainText('private.txt');
  expect(await timelineOf(bob)).toHaveLength(0);

  await bob.post('/api/auth/sign-out', {});
  await page.goto('/auth');
  await signInOnScreen(page, ada.account);
  await expect(importCard(page)).toContainText('added to your logbook.');
  await expectImportedOnce(ada, entries);
  expect(await guestStoreSize(page)).toEqual(empty);
});

const browsers: [string, () => unknown][] = [
  ['two windows', () => undefined],
  ['two windows without locks', () => Reflect.deleteProperty(Navigator.prototype, 'locks')],
];
for (const [kind, prepare] of browsers) {
  test(`with ${kind} open at the same time, the log is imported once and both show it`, async ({
    page,
    context,
    logbook,
  }) => {
    await context.addInitScript(prepare);
    await page.goto('/');
    const entries = thirtyEntries();
    await fillGuestStore(page, entries);
    const person = await signUpPerson(context, logbook.url);
    const second = await context.newPage();
    // A guest's page reloads when it is notified of a session.
    await page.goto('about:blank');
    await Promise.all([page.goto('/'), second.goto('/')]);
    await expect
      .poll(async () => (await importCard(page).count()) + (await importCard(second).count()))
      .toBeGreaterThan(0);
    await expect.poll(() => guestStoreSize(page)).toEqual(empty);
    for (const window of [page, second]) await expect(entry(window, 'Entry 30 of before')).toBeVisible();
    await expectImportedOnce(person, entries);
  });
}

test('a file that the server refuses is listed, stays in the browser, and can be downloaded or deleted', async ({
  page,
  context,
  logbook,
  noise,
}) => {
  noise.allow(/415 POST \/api\/storage\/log-files/);
  await page.goto('/');
  const [only] = guestEntries(1) as [GuestEntry];
  const program = { ...textFile('setup.pdf', 'MZ\x90\0'.repeat(64)), type: 'application/pdf' };
  only.files = [program, textFile('fine.txt', 'Fine.')];
  await fillGuestStore(page, [only]);
  const person = await signUpPerson(context, logbook.url);
  await page.goto('/');
  await expect(importCard(page)).toContainText('1 entry and 1 file added to your logbook.');
  await expect(importCard(page)).toContainText('setup.pdf');
  await expect(importCard(page)).toContainText('Accepted types are images');
  const download = page.waitForEvent('download');
  await importCard(page).getByRole('button', { name: 'Download setup.pdf' }).click();
  expect((await download).suggestedFilename()).toBe('setup.pdf');
  expect((await timelineOf(person))[0]).toMatchObject({ file_count: 1, missing_files: [] });
  expect(await guestStoreSize(page)).toMatchObject({ check_ins: 0, log_files: 1, file_bytes: 1 });

  // The file is not resent automatically, but still listed.
  await importCard(page).getByRole('button', { name: 'Close' }).click();
  await expect(importCard(page)).toHaveCount(0);
  const next = await context.newPage();
  await next.goto('/');
  await expect(importCard(next)).toContainText('setup.pdf');
  await expect(importCard(next)).not.toContainText('added to your logbook');
  // The server would refuse it again.
  await expect(importCard(next).getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await importCard(next).getByRole('button', { name: 'Delete them from this browser' }).click();
  await next.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(importCard(next)).toHaveCount(0);
  expect(await guestStoreSize(next)).toEqual(empty);
});

test('an entry with a taken id gets a new one, and an entry with a future date gets the current date', async ({
  page,
  context,
  openContext,
  logbook,
}) => {
  await page.goto('/');
  const [taken, future] = guestEntries(2) as [GuestEntry, GuestEntry];
  taken.files = [textFile('mine.txt', 'Mine.')];
  future.createdAt = new Date(Date.now() + 7_200_000).toISOString();
  const other = await signUpPerson(await openContext(), logbook.url);
  await other.post('/api/check_ins', { id: taken.id, content: 'Written by another user' });
  await fillGuestStore(page, [taken, future]);
  const person = await signUpPerson(context, logbook.url);
  await page.goto('/');
  await expect(importCard(page)).toContainText('2 entries and 1 file added to your logbook.');
  await expect(importCard(page)).toContainText("One item had an invalid date and was given today's date.");
  const rows = await timelineOf(person);
  expect(rows).toMatchObject([
    { id: future.id },
    { content: taken.content, created_at: taken.createdAt, file_count: 1 },
  ]);
  expect(rows[1]!.id).not.toBe(taken.id);
  expect(Math.abs(Date.parse(rows[0]!.created_at) - Date.now())).toBeLessThan(60_000);
  expect(await guestStoreSize(page)).toEqual(empty);
});
