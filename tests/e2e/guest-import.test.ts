// From guest to account (R-I1): everything comes over once, with its dates and files, whatever breaks in between.
import { createHash } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import type { CheckIn, LogFile } from '#features/check-ins/contract.ts';
import type { Goal } from '#features/goals/contract.ts';
import {
  fillGuestStore,
  guestEntries,
  guestStoreSize,
  realFile,
  textFile,
  type GuestEntry,
} from './support/guest-store.ts';
import { chooseGoalAction, goal, goals, openGoals, setGoals } from './support/goals-screen.ts';
import { Line } from './support/line.ts';
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

const empty = { check_ins: 0, log_files: 0, file_bytes: 0, goals: 0, meta: 0 };
const slip = (page: Page) => page.getByRole('region', { name: 'What this browser holds' });
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Thirty entries, and five files on three of them. */
function aMonth(): GuestEntry[] {
  const entries = guestEntries(30);
  entries[3]!.files = [realFile('photo.png', 'image/png'), realFile('report.pdf', 'application/pdf')];
  entries[11]!.files = [realFile('clip.mp4', 'video/mp4'), textFile('notes.txt', 'What was said.')];
  entries[29]!.files = [textFile('plan.txt', 'What is meant.')];
  return entries;
}

async function newcomer(context: BrowserContext, origin: string): Promise<Person> {
  const person = new Person(context, origin);
  await person.signUp();
  return person;
}

async function timelineOf(person: Person): Promise<CheckIn[]> {
  return ((await (await person.get('/api/check_ins?limit=100')).json()) as { rows: CheckIn[] }).rows;
}

/** Each entry is there once, under its date, with its files byte for byte. */
async function expectAllThere(person: Person, entries: readonly GuestEntry[]): Promise<void> {
  const rows = await timelineOf(person);
  const seen = ({ content, created_at, emoji }: CheckIn) => ({ content, created_at, emoji });
  expect(rows.map(seen)).toEqual(
    entries
      .toReversed()
      .map(({ content, createdAt, emoji }) => ({ content, created_at: createdAt, emoji: emoji ?? null })),
  );
  for (const { content, files = [] } of entries) {
    const row = rows.find((one) => one.content === content)!;
    const { rows: stored } = (await (await person.get(`/api/log_files?check_in_id=${row.id}`)).json()) as {
      rows: LogFile[];
    };
    expect(stored.map(({ file_name }) => file_name).toSorted(), content).toEqual(
      files.map(({ name }) => name).toSorted(),
    );
    for (const { id, file_name } of stored) {
      const signed = await person.post(`/api/storage/log-files/${id}/sign`, { as: 'download' });
      const { url } = (await signed.json()) as { url: string };
      const wanted = files.find(({ name }) => name === file_name)!;
      expect(sha256(await (await person.get(url)).body()), file_name).toBe(sha256(wanted.bytes));
    }
  }
}

test('what a guest wrote on screen is there after signing up, and is told', async ({ guest: page }) => {
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
  await expect(slip(page)).toContainText('3 entries, 1 goal, and 1 file came into your logbook.');
  await expect(entry(page, 'Reach it')).toContainText('🎯');
  await expect(entry(page, 'Before the account')).toBeVisible();
  await expect(entry(page, 'With a photo').getByRole('button', { name: '1 file' })).toBeVisible();
  await expect(page.getByText('Local', { exact: true })).toHaveCount(0);
  expect(await guestStoreSize(page)).toEqual(empty);

  // One thing at a time (R-I4).
  await expect(page.getByRole('dialog', { name: 'Welcome' })).toHaveCount(0);
  await slip(page).getByRole('button', { name: 'Close' }).click();
  await expect(slip(page)).toHaveCount(0);
  // The guest has seen the tutorial, so the account does not show it again.
  await expect(page.getByRole('dialog', { name: 'Welcome' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'GOALS' }).click();
  await expect(goals(page)).toHaveText([/Reach further/]);
  await page.goto('/');
  await expect(entry(page, 'With a photo')).toBeVisible();
  await expect(slip(page)).toHaveCount(0);
});

/** The guest has closed the tutorial, so the account does not show it. */
async function signUpAfterTutorial(page: Page): Promise<void> {
  await page.goto('/auth?mode=signup');
  await fillSignUp(page, newAccount());
  await page.getByRole('heading', { name: /'s Logbook$/ }).waitFor();
}

test('what was half-written when the account was made is there still', async ({ guest: page }) => {
  const dialog = await write(page, { content: 'In the middle of a' });
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByText('Draft kept')).toBeVisible();
  await signUpAfterTutorial(page);
  await expect(page.getByText('Draft kept')).toBeVisible();
  await expect((await openDialog(page)).getByLabel('What did you do?')).toHaveValue('In the middle of a');
});

test('a change that was not saved when the account was made is there still', async ({ guest: page }) => {
  await save(await write(page, { content: 'As it was' }));
  const row = entry(page, 'As it was');
  await row.hover();
  await row.getByRole('button', { name: 'Edit' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit Check-in' });
  await editing.getByLabel('What did you do?').fill('As it should be');
  await editing.getByRole('button', { name: 'Close', exact: true }).click();
  await openGoals(page);
  await setGoals(page, 'Reach it');
  await chooseGoalAction(goal(page, 'Reach it'), 'Edit');
  await page.getByLabel('Goal', { exact: true }).fill('Reach it by May');

  await page.goto('/auth?mode=signup');
  await fillSignUp(page, newAccount());
  await expect(slip(page)).toContainText('came into your logbook');
  await row.getByRole('button', { name: 'Unsaved changes' }).click();
  await expect(editing.getByLabel('What did you do?')).toHaveValue('As it should be');
  await save(editing);
  await expect(entry(page, 'As it should be')).toBeVisible();
  await page.getByRole('tab', { name: 'GOALS' }).click();
  await expect(goals(page)).toHaveCount(0);
  await expect(page.getByLabel('Goal', { exact: true })).toHaveValue('Reach it by May');
  await expect(page.getByText('No longer on your list')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(goals(page)).toHaveText([/Reach it by May/]);
});

/** Whose the files are that this browser keeps for what is not sent yet. */
function ownersOfFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const asked = indexedDB.open('logbook-outbox');
    await new Promise((resolve) => (asked.onsuccess = resolve));
    const rows = asked.result.transaction('files').objectStore('files').getAll();
    await new Promise((resolve) => (rows.onsuccess = resolve));
    asked.result.close();
    return (rows.result as { user_id: string }[]).map(({ user_id }) => user_id);
  });
}

test("a draft's files follow it into the account, and nothing of them stays when it is saved", async ({
  guest: page,
}) => {
  const dialog = await write(page, { content: 'With a photo', files: fixture('photo.png') });
  await expect.poll(() => ownersOfFiles(page)).toEqual(['guest']);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await signUpAfterTutorial(page);
  await expect.poll(() => ownersOfFiles(page)).toEqual([expect.not.stringMatching('guest')]);
  const again = await openDialog(page);
  await expect(again.getByText('photo.png', { exact: true })).toBeVisible();
  await save(again);
  await expect(entry(page, 'With a photo').getByRole('button', { name: '1 file' })).toBeVisible();
  await expect.poll(() => ownersOfFiles(page)).toEqual([]);
  const left = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith(':guest')));
  expect(left).toEqual([]);
});

test('a session that ends on the way stops it; the next one of the account goes on', async ({
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
  const person = await newcomer(context, logbook.url);
  await context.route('**/api/storage/log-files', async (route) => {
    await route.fulfill({
      status: 401,
      contentType: 'application/problem+json',
      body: '{"code":"no_session"}',
    });
  });
  await page.goto('/');
  await expect(slip(page)).toContainText(
    'It could not be finished. It goes on when you load this page again.',
  );
  expect(await guestStoreSize(page)).toMatchObject({ check_ins: 1, log_files: 1 });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await page.reload();
  await expect(slip(page)).toContainText('2 entries and 1 file came into your logbook.');
  await expectAllThere(person, entries);
});

test('30 entries and 5 files, with the line cut in mid-upload and the window closed: all there, once', async ({
  openContext,
  logbook,
  noise,
}) => {
  noise.allow(/failed /, /console: .*(WebSocket|could not be read)/);
  const line = await Line.to(logbook.url);
  const context = await openContext({ baseURL: line.url });
  const page = await context.newPage();
  await page.goto('/');
  const entries = aMonth();
  await fillGuestStore(page, entries);
  const person = await newcomer(context, logbook.url);

  // The third file is on its way when the line breaks.
  let uploads = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/storage/log-files') && ++uploads === 3) line.cut();
  });
  await page.goto('/');
  await expect(slip(page)).toContainText('The server does not answer. It goes on by itself.');
  await expect(slip(page)).toContainText('30 of 30 entries and 2 of 5 files');
  expect(await guestStoreSize(page)).toMatchObject({ log_files: 3 });

  // The fifth never gets through before the window is closed.
  line.restore();
  let held = 0;
  await context.route('**/api/storage/log-files', async (route) => {
    if (++held < 3) await route.continue();
  });
  await expect(slip(page)).toContainText('4 of 5 files', { timeout: 30_000 });
  await page.close();
  await context.unrouteAll({ behavior: 'ignoreErrors' });

  const again = await context.newPage();
  await again.goto('/');
  await expect(slip(again)).toContainText('30 entries and 5 files came into your logbook.');
  expect(await guestStoreSize(again)).toEqual(empty);
  await expectAllThere(person, entries);
  await expect(entry(again, 'Entry 30 of before').getByRole('button', { name: '1 file' })).toBeVisible();
  await line.close();
});

test('marks, kinds and the bin come along, files of the bin too', async ({ page, context, logbook }) => {
  await page.goto('/');
  const [edited, goal, binned, binnedWithFile] = guestEntries(4) as [
    GuestEntry,
    GuestEntry,
    GuestEntry,
    GuestEntry,
  ];
  edited.editedAt = new Date(Date.now() - 3_600_000).toISOString();
  goal.kind = 'goal';
  binned.deletedAt = new Date(Date.now() - 7_200_000).toISOString();
  binnedWithFile.deletedAt = binned.deletedAt;
  binnedWithFile.files = [textFile('kept.txt', 'In the bin.')];
  await fillGuestStore(page, [edited, goal, binned, binnedWithFile]);
  const person = await newcomer(context, logbook.url);
  await page.goto('/');
  await expect(slip(page)).toContainText('2 entries came into your logbook.');
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

test('goals come along: their order, their cadence, and the entries of those that are done', async ({
  page,
  context,
  logbook,
}) => {
  await page.goto('/');
  const [done] = guestEntries(1) as [GuestEntry];
  done.kind = 'goal';
  const goals = [
    { text: 'First', cadence: 'monthly' as const, periodStart: '2026-10-01' },
    { text: 'Reached', completedAt: done.createdAt, checkInId: done.id },
    { text: 'Second' },
    { text: 'Given up', deletedAt: done.createdAt },
  ];
  await fillGuestStore(page, [done], goals);
  const person = await newcomer(context, logbook.url);
  await page.goto('/?tab=goals');
  await expect(slip(page)).toContainText('1 entry and 2 goals came into your logbook.');
  const { rows } = (await (await person.get('/api/goals')).json()) as { rows: Goal[] };
  expect(rows).toMatchObject([
    { text: 'First', cadence: 'monthly', period_start: '2026-10-01' },
    { text: 'Second', cadence: null },
  ]);
  await expect(page.getByText('carried over')).toBeVisible();
  expect(await timelineOf(person)).toMatchObject([{ id: done.id, kind: 'goal' }]);
  expect(await guestStoreSize(page)).toEqual(empty);
});

test('an account with entries is asked first; merging adds them', async ({ page, context, logbook }) => {
  await page.goto('/');
  const entries = guestEntries(3);
  await fillGuestStore(page, entries);
  const person = await newcomer(context, logbook.url);
  const own = await person.addCheckIn('An own entry');
  await page.goto('/');
  await expect(slip(page)).toContainText(
    'This browser holds 3 entries that were written without an account.',
  );
  expect(await timelineOf(person)).toHaveLength(1);

  // Not now: nothing happens, and this window does not ask again; the next one does.
  await slip(page).getByRole('button', { name: 'Not now' }).click();
  await expect(slip(page)).toHaveCount(0);
  await page.reload();
  await expect(entry(page, own.content)).toBeVisible();
  await expect(slip(page)).toHaveCount(0);
  const next = await context.newPage();
  await next.goto('/profile');
  await slip(next).getByRole('button', { name: 'Add them to my logbook' }).click();
  await expect(slip(next)).toContainText('3 entries came into your logbook.');
  await expect(slip(next)).toBeFocused();
  expect((await timelineOf(person)).map(({ content }) => content)).toEqual([
    own.content,
    ...entries.toReversed().map(({ content }) => content),
  ]);
  await expect(entry(page, 'Entry 3 of before'), 'the other window has heard of it').toBeVisible();
});

test('discarding asks once more, and deletes from the browser alone', async ({ page, context, logbook }) => {
  await page.goto('/');
  await fillGuestStore(page, guestEntries(3));
  const person = await newcomer(context, logbook.url);
  await person.addCheckIn('An own entry');
  await page.goto('/');
  await slip(page).getByRole('button', { name: 'Delete them' }).click();
  const question = page.getByRole('dialog', { name: 'Delete what this browser holds?' });
  await expect(question).toContainText('3 entries will be gone for good.');
  await question.getByRole('button', { name: 'Keep them' }).click();
  expect(await guestStoreSize(page)).toMatchObject({ check_ins: 3 });
  await slip(page).getByRole('button', { name: 'Delete them' }).click();
  await question.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByText('Deleted from this browser: 3 entries')).toBeVisible();
  await expect(slip(page)).toHaveCount(0);
  expect(await guestStoreSize(page)).toEqual(empty);
  expect(await timelineOf(person)).toHaveLength(1);
});

test('an import that one account began does not go on into another without asking', async ({
  page,
  context,
  logbook,
}) => {
  await page.goto('/');
  const entries = guestEntries(2);
  entries[0]!.files = [textFile('private.txt', 'For one pair of eyes.')];
  await fillGuestStore(page, entries);
  const ada = await newcomer(context, logbook.url);
  await context.route('**/api/storage/log-files', () => undefined);
  await page.goto('/');
  await expect(slip(page)).toContainText('2 of 2 entries and 0 of 1 files');
  await page.goto('about:blank');
  await context.unrouteAll({ behavior: 'ignoreErrors' });

  await ada.post('/api/auth/sign-out', {});
  const bob = new Person(context, logbook.url, newAccount('Bob Example'));
  await bob.signUp();
  await page.goto('/');
  await expect(slip(page)).toContainText('This browser holds 1 entry and 1 file');
  await expect(slip(page)).not.toContainText('private.txt');
  expect(await timelineOf(bob)).toHaveLength(0);

  await bob.post('/api/auth/sign-out', {});
  await page.goto('/auth');
  await signInOnScreen(page, ada.account);
  await expect(slip(page)).toContainText('came into your logbook.');
  await expectAllThere(ada, entries);
  expect(await guestStoreSize(page)).toEqual(empty);
});

const browsers: [string, () => unknown][] = [
  ['two windows', () => undefined],
  ['two windows without locks', () => Reflect.deleteProperty(Navigator.prototype, 'locks')],
];
for (const [kind, prepare] of browsers) {
  test(`${kind} at once: one brings it over, both see it, and it is there once`, async ({
    page,
    context,
    logbook,
  }) => {
    await context.addInitScript(prepare);
    await page.goto('/');
    const entries = aMonth();
    await fillGuestStore(page, entries);
    const person = await newcomer(context, logbook.url);
    const second = await context.newPage();
    // A guest's page loads itself again when it hears of a session.
    await page.goto('about:blank');
    await Promise.all([page.goto('/'), second.goto('/')]);
    await expect
      .poll(async () => (await slip(page).count()) + (await slip(second).count()))
      .toBeGreaterThan(0);
    await expect.poll(() => guestStoreSize(page)).toEqual(empty);
    for (const window of [page, second]) await expect(entry(window, 'Entry 30 of before')).toBeVisible();
    await expectAllThere(person, entries);
  });
}

test('a file that the server does not take is named, stays, and can be downloaded or deleted', async ({
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
  const person = await newcomer(context, logbook.url);
  await page.goto('/');
  await expect(slip(page)).toContainText('1 entry and 1 file came into your logbook.');
  await expect(slip(page)).toContainText('setup.pdf');
  await expect(slip(page)).toContainText('Accepted are images');
  const download = page.waitForEvent('download');
  await slip(page).getByRole('button', { name: 'Download setup.pdf' }).click();
  expect((await download).suggestedFilename()).toBe('setup.pdf');
  expect((await timelineOf(person))[0]).toMatchObject({ file_count: 1, missing_files: [] });
  expect(await guestStoreSize(page)).toMatchObject({ check_ins: 0, log_files: 1, file_bytes: 1 });

  // It is not sent again and again, and not forgotten either.
  await slip(page).getByRole('button', { name: 'Close' }).click();
  await expect(slip(page)).toHaveCount(0);
  const next = await context.newPage();
  await next.goto('/');
  await expect(slip(next)).toContainText('setup.pdf');
  await expect(slip(next)).not.toContainText('came into your logbook');
  // Its entry is in the account by now; asked to, it goes there all the same, and is refused once more.
  const refusedAgain = next.waitForResponse((answer) => answer.url().endsWith('/api/storage/log-files'));
  await slip(next).getByRole('button', { name: 'Try again' }).click();
  expect((await refusedAgain).status()).toBe(415);
  await expect(slip(next)).toContainText('setup.pdf');
  await slip(next).getByRole('button', { name: 'Delete them here' }).click();
  await next.getByRole('button', { name: 'Delete for good' }).click();
  await expect(slip(next)).toHaveCount(0);
  expect(await guestStoreSize(next)).toEqual(empty);
});

test('ids that are taken and dates that cannot be come over in another way', async ({
  page,
  context,
  openContext,
  logbook,
}) => {
  await page.goto('/');
  const [taken, future] = guestEntries(2) as [GuestEntry, GuestEntry];
  taken.files = [textFile('mine.txt', 'Mine.')];
  future.createdAt = new Date(Date.now() + 7_200_000).toISOString();
  const other = await newcomer(await openContext(), logbook.url);
  await other.post('/api/check_ins', { id: taken.id, content: 'Somebody else wrote this' });
  await fillGuestStore(page, [taken, future]);
  const person = await newcomer(context, logbook.url);
  await page.goto('/');
  await expect(slip(page)).toContainText('2 entries and 1 file came into your logbook.');
  await expect(slip(page)).toContainText('One entry had a date that is not possible; it stands under today.');
  const rows = await timelineOf(person);
  expect(rows).toMatchObject([
    { id: future.id },
    { content: taken.content, created_at: taken.createdAt, file_count: 1 },
  ]);
  expect(rows[1]!.id).not.toBe(taken.id);
  expect(Math.abs(Date.parse(rows[0]!.created_at) - Date.now())).toBeLessThan(60_000);
  expect(await guestStoreSize(page)).toEqual(empty);
});
