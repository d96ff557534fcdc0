// Review packets: a suggestion, what is ticked in and out, order, text, and drafts that survive reloads and lost
// connections.
import type { Locator, Page } from '@playwright/test';
import { newId } from '#platform/clock/id.ts';
import type { Packet } from '#features/packets/contract.ts';
import {
  chooseColumn,
  fillYear,
  openPackets,
  publishOpened,
  startPacket,
  writeColumn,
} from './support/packets-states.ts';
import type { Person } from './support/person.ts';
import { idleCodeIsLoaded, openTimeline } from './support/screen.ts';
import { expect, test } from './support/test.ts';

async function openPacket(page: Page, title: string): Promise<Locator> {
  const dialog = await openPackets(page);
  await dialog.getByRole('button', { name: title }).first().click();
  return dialog;
}

async function storedPacket(person: Person): Promise<Packet> {
  const { rows } = (await (await person.get('/api/packets')).json()) as { rows: { id: string }[] };
  return (await (await person.get(`/api/packets/${rows[0]!.id}`)).json()) as Packet;
}

const isSaved = (dialog: Locator) => expect(dialog.getByText('Saved', { exact: true })).toBeVisible();

test('a packet begins with a suggestion, and keeps what is ticked, written and moved', async ({
  page,
  person,
}) => {
  await fillYear(person);
  await openTimeline(page);
  const dialog = await startPacket(page);
  const [choose, write] = [chooseColumn(dialog), writeColumn(dialog)];
  await expect(choose.getByText('7 of 7 chosen')).toBeVisible();

  // One click for an item, and one for a group.
  await choose.getByRole('checkbox', { name: /Halved the time/ }).click();
  await choose.getByRole('checkbox', { name: /^#team/ }).click();
  await expect(choose.getByText('4 of 7 chosen')).toBeVisible();
  await expect(write.getByText('Mentored two new colleagues')).toHaveCount(0);
  await choose.getByRole('checkbox', { name: /^#team/ }).click();
  await expect(choose.getByText('6 of 7 chosen')).toBeVisible();

  await write.getByLabel('Title', { exact: true }).fill('For the spring review');
  await write.getByLabel('Introduction').fill('What mattered most.');
  await write.getByRole('button', { name: 'Add a note' }).first().click();
  await page.keyboard.type('With Finance.');
  await write.getByRole('button', { name: /^Move Shipped.*\.\.\.$/ }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(write.getByRole('button', { name: /^Move Shipped.*\.\.\.$/ })).toBeFocused();
  // A press does the same, and keeps the focus on its button.
  await write.getByRole('button', { name: 'Move #billing down' }).click();
  await expect(write.getByRole('button', { name: 'Move #billing down' })).toBeFocused();
  await isSaved(dialog);

  const { draft } = await storedPacket(person);
  expect([draft.title, draft.introduction]).toEqual(['For the spring review', 'What mattered most.']);
  expect(draft.groups.map(({ title }) => title)).toContain('#billing');
  const noted = draft.groups.flatMap(({ items }) => items).filter(({ note }) => note !== '');
  expect(noted.map(({ note }) => note)).toEqual(['With Finance.']);
  await page.reload();
  await openTimeline(page);
  await openPacket(page, 'For the spring review');
  await expect(write.getByLabel(/^Note under Shipped/)).toHaveValue('With Finance.');
  await expect(choose.getByText('6 of 7 chosen')).toBeVisible();
});

test('the code of the editor is loaded when it is opened, and not before', async ({ page, person }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  const editor = () => loaded.filter((path) => path.startsWith('/assets/packets-'));
  await person.addCheckIn('Shipped it');
  await openTimeline(page);
  await idleCodeIsLoaded(page);
  await page.getByRole('button', { name: 'GENERATE' }).click();
  expect(editor()).toEqual([]);
  await page.getByRole('menuitem', { name: 'Review packet' }).click();
  await expect(page.getByRole('dialog').getByText('No packets yet')).toBeVisible();
  expect(editor()).toHaveLength(1);
});

test('items and groups are dragged into another order', async ({ page, person }) => {
  await fillYear(person);
  await openTimeline(page);
  const dialog = await startPacket(page);
  const write = writeColumn(dialog);
  const drag = async (name: RegExp, onto: RegExp) => {
    const [from, to] = [write.getByRole('button', { name }), write.getByRole('button', { name: onto })];
    const end = await to.boundingBox();
    await from.hover();
    await page.mouse.down();
    await page.mouse.move(end!.x + 10, end!.y + end!.height, { steps: 8 });
    await page.mouse.up();
  };
  await drag(/^Move Shipped.*\.\.\.$/, /^Move Halved.*\.\.\.$/);
  await isSaved(dialog);
  await expect
    .poll(async () => (await write.getByRole('listitem').allInnerTexts())[0])
    .toContain('Halved the time');
});

test('a draft that is changed without a connection is sent when it is back, even from another page', async ({
  page,
  person,
  noise,
}) => {
  noise.allow(/failed .*(packets|ERR_INTERNET_DISCONNECTED)/, /WebSocket/, /ERR_INTERNET_DISCONNECTED/);
  await fillYear(person);
  await openTimeline(page);
  const dialog = await startPacket(page);
  await person.context.setOffline(true);
  await writeColumn(dialog).getByLabel('Title', { exact: true }).fill('Written on a train');
  await expect(dialog.getByText('Saved in this browser.', { exact: false })).toBeVisible();
  await page.goto('about:blank');
  await person.context.setOffline(false);
  await page.goto('/profile');
  await expect.poll(async () => (await storedPacket(person)).draft.title).toBe('Written on a train');
});

test('with full storage, a packet says that it is only on the page, and is saved when the connection is back', async ({
  page,
  person,
  noise,
}) => {
  noise.allow(/failed .*(packets|ERR_INTERNET_DISCONNECTED)/, /WebSocket/, /ERR_INTERNET_DISCONNECTED/);
  await fillYear(person);
  await openTimeline(page);
  const dialog = await startPacket(page);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await person.context.setOffline(true);
  const title = writeColumn(dialog).getByLabel('Title', { exact: true });
  await title.fill('Written on a full disk');
  await expect(dialog.getByRole('alert')).toHaveText(/^This browser is out of storage\./);
  await person.context.setOffline(false);
  await isSaved(dialog);
  expect((await storedPacket(person)).draft.title).toBe('Written on a full disk');
});

test('a packet that another window deleted, or that only this browser has, can be deleted', async ({
  page,
  person,
  noise,
}) => {
  noise.allow(/404 DELETE \/api\/packets/, /failed .*packets/);
  await fillYear(person);
  await openTimeline(page);
  const dialog = await startPacket(page);
  await dialog.getByRole('button', { name: 'All packets' }).click();
  await person.context.request.delete(`${person.origin}/api/packets/${(await storedPacket(person)).id}`, {
    headers: { origin: person.origin },
  });
  await page.route('**/api/packets', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  await dialog.getByRole('button', { name: 'New packet' }).click();
  await dialog.getByRole('button', { name: 'Use this suggestion' }).click();
  // The browser has a connection, but the server is not reached.
  await dialog.getByText('Saved in this browser.').waitFor();
  await dialog.getByRole('button', { name: 'All packets' }).click();
  while ((await dialog.getByRole('listitem').count()) > 0) {
    await dialog
      .getByRole('button', { name: /^Tools of/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete packet' }).click();
    await expect(page.getByText('Packet deleted').first()).toBeVisible();
    await page.getByText('Packet deleted').first().waitFor({ state: 'hidden' });
  }
  await expect(dialog.getByText('No packets yet')).toBeVisible();
});

test('a packet that another window changed asks which version stays', async ({ page, person, noise }) => {
  noise.allow(/409 PUT \/api\/packets/);
  await fillYear(person);
  await openTimeline(page);
  const dialog = await startPacket(page);
  const write = writeColumn(dialog);
  const { id, revision, draft } = await storedPacket(person);
  const put = (title: string, base: number) =>
    person.context.request.put(`${person.origin}/api/packets/${id}`, {
      data: { revision: base, draft: { ...draft, title } },
      headers: { origin: person.origin },
    });
  expect((await put('Theirs', revision)).status()).toBe(200);
  await write.getByLabel('Title', { exact: true }).fill('Mine');
  await dialog.getByText('This packet was changed in another window.').waitFor();
  await dialog.getByRole('button', { name: 'Keep what is shown here' }).click();
  await isSaved(dialog);
  const mine = await storedPacket(person);
  expect(mine.draft.title).toBe('Mine');

  expect((await put('Theirs again', mine.revision)).status()).toBe(200);
  await write.getByLabel('Title', { exact: true }).fill('Mine again');
  await dialog.getByRole('button', { name: 'Show the other version' }).click();
  await expect(write.getByLabel('Title', { exact: true })).toHaveValue('Theirs again');
});

test('a year with 3,000 entries is searched, filtered and ticked without waiting', async ({
  page,
  person,
}) => {
  test.slow();
  const at = (n: number) => new Date(Date.now() - n * 3600_000).toISOString();
  const { user } = (await (await person.get('/api/auth/user')).json()) as { user: { id: string } };
  for (let batch = 0; batch < 60; batch++) {
    const check_ins = Array.from({ length: 50 }, (_, n) => ({
      id: newId(),
      kind: 'entry',
      content: `Entry number ${batch * 50 + n} ${n % 10 === 0 ? '#launch' : ''}`,
      emoji: null,
      created_at: at(batch * 50 + n),
      edited_at: null,
      deleted_at: null,
      files: [],
    }));
    await person.post('/api/guest_import', { user_id: user.id, check_ins, goals: [] });
  }
  await openTimeline(page);
  const dialog = await openPackets(page);
  await dialog.getByRole('button', { name: 'New packet' }).click();
  await dialog.getByText('Custom', { exact: true }).click();
  await dialog.getByLabel('From', { exact: true }).fill(at(24 * 300).slice(0, 10));
  await expect(dialog.getByText('The suggestion has 30 of it and leaves out 2,970.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Use this suggestion' }).click();
  await expect(dialog.getByText('30 of 3,000 chosen')).toBeVisible();
  const choose = chooseColumn(dialog);
  await choose.getByLabel('Search this period').fill('number 2999');
  const box = choose.getByRole('checkbox', { name: /Entry number 2999/ });
  await box.click();
  await expect(dialog.getByText('31 of 3,000 chosen')).toBeVisible();
  await choose.getByLabel('Search this period').fill('');
  // The end of the list is reached by scrolling.
  await expect(async () => {
    await choose.getByRole('checkbox').last().scrollIntoViewIfNeeded();
    expect(await choose.getByRole('checkbox').count()).toBeGreaterThan(1000);
  }).toPass();
  await writeColumn(dialog).getByLabel('Title', { exact: true }).pressSequentially('Typed');
  await isSaved(dialog);
  expect((await storedPacket(person)).draft.title).toContain('Typed');
});

test('a packet is published, updated under its link, and its link is ended', async ({
  page,
  person,
  noise,
  browser,
}) => {
  noise.allow(/404 GET \/p\//);
  await fillYear(person);
  const entry = await person.addCheckIn('Said first');
  await openTimeline(page);
  const dialog = await startPacket(page);
  await dialog.getByRole('button', { name: 'Publish and share' }).click();
  await dialog.getByText('90 days').click();
  const path = await publishOpened(dialog);
  await expect(dialog.getByText('Nothing has changed since.', { exact: false })).toBeVisible();

  const reader = await browser.newPage({ baseURL: person.origin });
  await reader.goto(path);
  await expect(reader.getByRole('heading', { name: 'Review packet', level: 1 })).toBeVisible();
  await expect(reader.getByText('Said first')).toBeVisible();
  await reader.emulateMedia({ media: 'print' });
  await expect(reader.getByRole('link', { name: 'Markdown' })).toBeHidden();

  await person.patch(`/api/check_ins/${entry.id}`, { content: 'Said better', edited_at: null });
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Publish and share' }).click();
  await expect(dialog.getByText('1 item changed since.', { exact: false })).toBeVisible();
  await expect(dialog.getByText('Opened once')).toBeVisible();
  await dialog.getByRole('button', { name: 'Update' }).click();
  await expect(dialog.getByText('Version 2', { exact: false })).toBeVisible();
  await reader.reload();
  await expect(reader.getByText('Said better')).toBeVisible();

  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'All packets' }).click();
  await expect(dialog.getByText(/^Version 2, published on .*\. Opened 2 times\.$/)).toBeVisible();
  await dialog.getByRole('button', { name: /^Review packet/ }).click();
  await dialog.getByRole('button', { name: 'Publish and share' }).click();
  await dialog.getByRole('button', { name: 'End link' }).click();
  await expect(dialog.getByText('The link has ended.', { exact: false })).toBeVisible();
  await reader.reload();
  await expect(reader.getByRole('heading', { name: 'This packet is not available' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Make a new link' }).click();
  await expect(dialog.getByLabel('Link', { exact: true })).not.toHaveValue(new RegExp(path));
  await reader.close();
});

test('a packet is copied as Markdown and as plain text, with what was typed just before', async ({
  page,
  person,
}) => {
  await person.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await fillYear(person);
  await openTimeline(page);
  const dialog = await startPacket(page);
  const write = writeColumn(dialog);
  await write.getByLabel('Title', { exact: true }).fill('For the form');
  await write.getByRole('button', { name: 'Copy as Markdown' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await copied()).toContain('# For the form');
  await write.getByRole('button', { name: 'Copy as plain text' }).click();
  await expect.poll(copied).toContain('• Shipped the new invoice export.');
});
