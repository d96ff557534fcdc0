// The inbox of suggestions: by the mouse, by the keyboard, by groups, for users and guests.
import type { CheckIn } from '#features/check-ins/contract.ts';
import { openInbox, suggest, suggestionRow, suggestLocally } from './support/inbox-screen.ts';
import { newAccount, Person } from './support/person.ts';
import { entry, fillSignUp } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const entriesOf = async (person: Person) =>
  ((await (await person.get('/api/check_ins')).json()) as { rows: CheckIn[] }).rows;

test('a suggestion is accepted, edited and dismissed, each with Undo', async ({ signedIn: page, person }) => {
  await suggest(person, [
    { content: 'Fixed the parser #work', reason: 'A commit of yours', group: 'acme/api' },
    { content: 'Wrote the docs' },
    { content: 'Bumped a version' },
  ]);
  await openInbox(page);
  await expect(page.getByText('3 suggestions', { exact: true })).toBeVisible();
  const first = suggestionRow(page, 'Fixed the parser');
  await expect(first).toContainText('A commit of yours');
  await first.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(page.getByText('Added to your log')).toBeVisible();
  await expect(first).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(first).toBeVisible();
  expect(await entriesOf(person)).toEqual([]);

  await suggestionRow(page, 'Bumped').getByRole('button', { name: 'Dismiss', exact: true }).click();
  await expect(page.getByText('Suggestion dismissed')).toBeVisible();
  await suggestionRow(page, 'Wrote').getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit and accept' });
  await dialog.getByLabel('Text').fill('Wrote the manual');
  await dialog.getByRole('radio', { name: '🚀' }).check();
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('1 suggestion', { exact: true })).toBeVisible();
  await expect
    .poll(() => entriesOf(person))
    .toMatchObject([
      { content: 'Wrote the manual', emoji: '🚀', source: 'git', created_at: '2026-03-04T12:00:00.000Z' },
    ]);
  await page.goto('/?q=manual');
  await expect(entry(page, 'Wrote the manual')).toContainText('from git, 1 commit');
});

test('what was edited stays in the dialog if it cannot be accepted', async ({
  signedIn: page,
  person,
  noise,
}) => {
  noise.allow(/503 POST \/api\/suggestions\/accept/);
  await suggest(person, [{ content: 'Wrote the docs' }, { content: 'Fixed it', at: '2026-03-03T12:00:00Z' }]);
  await openInbox(page);
  const address = '/api/suggestions/accept';
  await page.route(address, (route) => route.fulfill({ status: 503, body: '' }));
  await suggestionRow(page, 'Wrote').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  const text = page.getByRole('dialog', { name: 'Edit and accept' }).getByLabel('Text');
  await text.fill('Wrote the whole manual');
  await text.press('ControlOrMeta+Enter');
  await expect(page.getByText('1 suggestion could not be accepted and stays here')).toBeVisible();
  await expect(text).toHaveValue('Wrote the whole manual');
  await page.unroute(address);
  await text.press('ControlOrMeta+Enter');
  await expect(text).toBeHidden();
  await expect(suggestionRow(page, 'Fixed')).toBeFocused();
  await expect.poll(() => entriesOf(person)).toMatchObject([{ content: 'Wrote the whole manual' }]);
});

test('the keys j, k, Enter, e, m and x do all of it', async ({ signedIn: page, person }) => {
  await suggest(
    person,
    ['One', 'Two', 'Three', 'Four', 'Five'].map((content, n) => ({
      ...{ content, at: `2026-03-0${9 - n}T12:00:00Z` },
    })),
  );
  await openInbox(page);
  await suggestionRow(page, 'One').waitFor();
  await page.keyboard.press('j');
  await expect(suggestionRow(page, 'One')).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await expect(suggestionRow(page, 'One')).toBeHidden();
  await expect(suggestionRow(page, 'Two')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(suggestionRow(page, 'Two')).toBeHidden();
  await expect(suggestionRow(page, 'Three')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  await expect(page.getByRole('region', { name: 'Selected suggestions' })).toBeVisible();
  await page.keyboard.press('m');
  await expect(page.getByText('2 suggestions merged into one entry')).toBeVisible();
  await expect(suggestionRow(page, 'Five')).toBeFocused();
  await page.keyboard.press('e');
  await page.getByLabel('Text').fill('Five of five');
  await page.getByLabel('Text').press('ControlOrMeta+Enter');
  await expect(page.getByRole('heading', { name: 'No suggestions' })).toBeVisible();
  await expect
    .poll(async () => (await entriesOf(person)).map(({ content }) => content).toSorted())
    .toEqual(['Five of five', 'Four\nThree', 'Two']);
});

test('clearing the selection by mouse returns the focus to the rows', async ({ signedIn: page, person }) => {
  await suggest(person, [{ content: 'One' }, { content: 'Two' }, { content: 'Three' }]);
  await openInbox(page);
  for (const text of ['One', 'Two']) await suggestionRow(page, text).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect(suggestionRow(page, 'Two')).toBeFocused();
  await suggestionRow(page, 'Two').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Dismiss 1' }).click();
  await expect(suggestionRow(page, 'Two')).toBeHidden();
  await expect(page.locator('[data-suggestion]:focus')).toBeVisible();
});

test('groups follow named rules, and are accepted, merged or dismissed as a whole', async ({
  signedIn: page,
  person,
}) => {
  await suggest(person, [
    ...['A', 'B', 'C'].map((content) => ({ content: `Api ${content}`, group: 'acme/api' })),
    ...['A', 'B'].map((content) => ({ content: `Web ${content}`, group: 'acme/web' })),
    { content: 'Alone', source: 'calendar', at: '2026-03-01T12:00:00Z' },
  ]);
  await openInbox(page);
  await page.getByRole('button', { name: 'Grouped by day' }).click();
  await page.getByRole('menuitemradio', { name: 'The same repository, project, ticket' }).click();
  await page.getByRole('button', { name: 'Actions for acme/api' }).click();
  await page.getByRole('menuitem', { name: 'Merge into one entry' }).click();
  await expect(page.getByText('3 suggestions merged into one entry')).toBeVisible();
  await page.getByRole('button', { name: 'Actions for acme/web' }).click();
  await page.getByRole('menuitem', { name: 'Accept all 2' }).click();
  await expect(page.getByText('2 entries added to your log')).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Without a project' }).click();
  await page.getByRole('menuitem', { name: 'Dismiss all 1' }).click();
  await expect(page.getByRole('heading', { name: 'No suggestions' })).toBeVisible();
  await expect.poll(async () => (await entriesOf(person)).length).toBe(3);
});

test('a suggestion that arrives is shown in open pages, and one that another window accepted is gone', async ({
  signedIn: page,
  person,
  context,
}) => {
  await openInbox(page);
  await page.getByRole('heading', { name: 'No suggestions' }).waitFor();
  await suggest(person, [{ content: 'From elsewhere' }]);
  await expect(suggestionRow(page, 'From elsewhere')).toBeVisible();
  const other = await context.newPage();
  await openInbox(other);
  await suggestionRow(other, 'From elsewhere').getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(suggestionRow(page, 'From elsewhere')).toBeHidden();
  expect(await entriesOf(person)).toHaveLength(1);
});

test('a suggestion that arrives while the user is asked to accept all is not part of the question', async ({
  signedIn: page,
  person,
}) => {
  await suggest(
    person,
    Array.from({ length: 101 }, (_, n) => ({ content: `Commit ${n}` })),
  );
  await openInbox(page);
  await page.getByRole('button', { name: 'Accept all 101' }).click();
  await suggest(person, [{ content: 'Later' }]);
  await page.getByText('102 suggestions', { exact: true }).waitFor();
  const dialog = page.getByRole('dialog', { name: 'Add 101 suggestions to your log?' });
  await dialog.getByRole('button', { name: 'Add 101 entries' }).click();
  await page.getByRole('heading', { name: '101 entries added to your log' }).waitFor();
  await expect(suggestionRow(page, 'Later')).toBeVisible();
});

test('a suggestion that another window has accepted cannot be dismissed, so Undo leaves its entry', async ({
  signedIn: page,
  person,
}) => {
  await suggest(person, [{ content: 'Accepted there' }]);
  await openInbox(page);
  const row = suggestionRow(page, 'Accepted there');
  await row.waitFor();
  // What the page shows is not updated for a while.
  const { promise: updated, resolve: update } = Promise.withResolvers<void>();
  await page.route('**/api/suggestions?*', async (route) => {
    await updated;
    await route.fallback();
  });
  const { rows } = (await (await person.get('/api/suggestions')).json()) as { rows: { id: string }[] };
  const check_in_id = crypto.randomUUID();
  await person.post('/api/suggestions/accept', { entries: [{ check_in_id, suggestions: [rows[0]!.id] }] });
  const dismissed = page.waitForResponse('**/api/suggestions/dismiss');
  await row.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await dismissed;
  update();
  await expect(page.getByText('Already accepted or dismissed in another window.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
  expect(await entriesOf(person)).toHaveLength(1);
});

test('the dashboard links to the inbox only if something waits there', async ({ signedIn: page, person }) => {
  await page.goto('/');
  await suggest(person, [{ content: 'One' }, { content: 'Two' }]);
  await page.getByRole('link', { name: '2 suggestions' }).click();
  await expect(page).toHaveURL(/\/inbox$/);
  await page.getByText('2 suggestions', { exact: true }).waitFor();
  for (const text of ['One', 'Two'])
    await suggestionRow(page, text).getByRole('button', { name: 'Dismiss', exact: true }).click();
  await page.getByRole('heading', { name: 'No suggestions' }).waitFor();
  await page.getByRole('link', { name: 'Back to your logbook' }).click();
  await page.getByRole('heading', { level: 1, name: "Ada Example's Logbook" }).waitFor();
  await expect(page.getByRole('link', { name: /suggestion/ })).toBeHidden();
});

test('a guest accepts what an import found, without the server', async ({ guest: page, noise: _noise }) => {
  await openInbox(page);
  await page.getByRole('heading', { name: 'No suggestions' }).waitFor();
  await suggestLocally(page, 'guest', ['Met the board', 'Planned the year']);
  const requests: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) requests.push(request.url());
  });
  await page.reload();
  await suggestionRow(page, 'Met the board').getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(page.getByText('Added to your log')).toBeVisible();
  await suggestionRow(page, 'Planned').getByRole('button', { name: 'Dismiss', exact: true }).click();
  await page.getByRole('heading', { name: 'No suggestions' }).waitFor();
  await page.goto('/?q=board');
  await expect(entry(page, 'Met the board')).toContainText('from a calendar, 1 event in Weekly review');
  expect(requests).toEqual([]);
});

test('what a guest has in the inbox moves to the account, with what the guest dismissed', async ({
  guest: page,
  logbook,
}) => {
  await openInbox(page);
  await page.getByRole('heading', { name: 'No suggestions' }).waitFor();
  await suggestLocally(page, 'guest', ['Stays', 'Dismissed']);
  await page.reload();
  await suggestionRow(page, 'Dismissed').getByRole('button', { name: 'Dismiss', exact: true }).click();
  await page.getByText('Suggestion dismissed').waitFor();
  const account = newAccount();
  await page.goto('/auth?mode=signup');
  await fillSignUp(page, account);
  await page.getByRole('heading', { name: "Ada Example's Logbook" }).waitFor();
  await openInbox(page);
  await expect(suggestionRow(page, 'Stays')).toBeVisible();
  const person = new Person(page.context(), logbook.url, account);
  const dismissed = '1'.padStart(64, 'c');
  await expect
    .poll(async () => (await person.post('/api/suggestions/settled', { hashes: [dismissed] })).json())
    .toEqual({ known: [dismissed] });
});

test('what an import found reaches the server only once the user accepts it', async ({
  signedIn: page,
  person,
}) => {
  await openInbox(page);
  await page.getByRole('heading', { name: 'No suggestions' }).waitFor();
  const profile = (await (await person.get('/api/profiles')).json()) as { user_id: string };
  await suggestLocally(page, profile.user_id, ['Secret meeting', 'Public meeting']);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await page.reload();
  await suggestionRow(page, 'Public meeting').getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(page.getByText('Added to your log')).toBeVisible();
  await suggestionRow(page, 'Secret').getByRole('button', { name: 'Dismiss', exact: true }).click();
  await page.getByRole('heading', { name: 'No suggestions' }).waitFor();
  expect((await entriesOf(person)).map(({ content }) => content)).toEqual(['Public meeting']);
  expect(sent.join('\n')).toContain('Public meeting');
  expect(sent.join('\n')).not.toContain('Secret meeting');
});

test('ten thousand suggestions scroll and follow the keyboard', async ({ signedIn: page, person }) => {
  test.slow();
  await suggest(
    person,
    Array.from({ length: 10_000 }, (_, n) => ({
      content: `Commit number ${n}`,
      at: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
    })),
  );
  await openInbox(page);
  await page.getByText('10,000 suggestions', { exact: true }).waitFor();
  expect(await page.getByRole('article').count()).toBeLessThan(200);
  await page.keyboard.press('j');
  for (let n = 0; n < 60; n++) await page.keyboard.press('j');
  await expect(suggestionRow(page, /^.*Commit number 9939/)).toBeFocused();
});
