// Review packets of a guest: the same editor on the browser's storage, with print in place of a link (R-I1, R-M1).
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import type { Packet, PacketRow } from '#features/packets/contract.ts';
import type { PacketDocument } from '#features/packets/format-contract.ts';
import { newId } from '#platform/clock/id.ts';
import { fillGuestStore, guestStoreSize, simulateFullStore, textFile } from './support/guest-store.ts';
import { hoursAgo } from './support/guest-states.ts';
import {
  chooseColumn,
  openGuestPackets,
  packetEntries,
  startGuestPacket,
  writeColumn,
} from './support/packets-states.ts';
import { newAccount, Person } from './support/person.ts';
import { entry, fillSignUp } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const planText = 'What is meant.';

/** Five entries of the last hours, one with a file, and a completed goal. */
async function fillPeriod(page: Page): Promise<void> {
  const entries = packetEntries.map((content, n) => ({ id: newId(), content, createdAt: hoursAgo(n / 60) }));
  await fillGuestStore(
    page,
    entries.map((row, n) => (n === 0 ? { ...row, files: [textFile('plan.txt', planText)] } : row)),
    [{ text: 'Give a talk about queues', completedAt: hoursAgo(0) }],
  );
  await page.goto('/');
  await entry(page, 'Mentored').waitFor();
}

const isSaved = (dialog: Locator) => expect(dialog.getByText('Saved', { exact: true })).toBeVisible();
const titleOf = (dialog: Locator) => writeColumn(dialog).getByLabel('Title', { exact: true });

test('a guest makes a packet from a suggestion, which survives a reload, and copies, duplicates and deletes it', async ({
  guest: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await fillPeriod(page);
  const dialog = await startGuestPacket(page);
  const choose = chooseColumn(dialog);
  await expect(choose.getByText('6 of 6 chosen')).toBeVisible();
  await choose.getByLabel('Only with files').check();
  await choose.getByRole('checkbox', { name: /Shipped/ }).click();
  await expect(choose.getByText('5 of 6 chosen')).toBeVisible();
  await titleOf(dialog).fill('For the spring review');
  await isSaved(dialog);
  await expect(dialog.getByRole('button', { name: 'Publish and share' })).toHaveCount(0);
  await expect(dialog.getByRole('link', { name: 'Create an account' })).toHaveAttribute(
    'href',
    '/auth?mode=signup',
  );

  await page.reload();
  await openGuestPackets(page);
  await dialog.getByRole('button', { name: /^For the spring review/ }).click();
  await expect(choose.getByText('5 of 6 chosen')).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy as plain text' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('For the spring review');
  expect(copied).toContain('• Mentored two new colleagues');
  expect(copied).not.toContain('Shipped');

  await dialog.getByRole('button', { name: 'All packets' }).click();
  await dialog.getByRole('button', { name: /^Tools of/ }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await dialog.getByRole('button', { name: /^Tools of .*copy/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(dialog.getByText('Its link stops working')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Delete packet' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
});

/** Stands in for the browser's window, which tests cannot answer. */
async function stubPrint(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = globalThis as unknown as { prints: number };
    counted.prints = 0;
    globalThis.print = () => void counted.prints++;
  });
  return () => page.evaluate(() => (globalThis as unknown as { prints: number }).prints);
}

async function printedText(page: Page, file: string): Promise<string> {
  writeFileSync(file, await page.pdf({ format: 'A4' }));
  return execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });
}

test('a packet is printed alone, with dates and the hashes of its files, and without what is not chosen', async ({
  guest: page,
}, testInfo) => {
  await fillPeriod(page);
  const dialog = await startGuestPacket(page);
  await chooseColumn(dialog)
    .getByRole('checkbox', { name: /Mentored/ })
    .click();
  await titleOf(dialog).fill('On paper');
  const prints = await stubPrint(page);
  await dialog.getByRole('button', { name: 'Print' }).click();
  await expect.poll(prints).toBe(1);
  await expect(page).toHaveTitle('On paper');
  const text = await printedText(page, testInfo.outputPath('packet.pdf'));
  for (const printed of ['On paper', 'Shipped the new invoice export', 'Goal completed on', 'not signed'])
    expect(text).toContain(printed);
  const hash = createHash('sha256').update(planText).digest('hex');
  expect(text.replaceAll(/\s/g, '')).toContain(`SHA-256${hash}`);
  for (const hidden of ['Mentored', 'All packets', 'Copy as', 'TIMELINE', 'Your Logbook'])
    expect(text).not.toContain(hidden);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(page).toHaveTitle(/Logbook/);
  await expect(page.locator('[data-printed]')).toHaveCount(0);
});

test("a guest's packets are in the account after signing up, with what they name", async ({
  guest: page,
  context,
  logbook,
}) => {
  await fillPeriod(page);
  const dialog = await startGuestPacket(page);
  await titleOf(dialog).fill('Kept');
  await isSaved(dialog);
  await page.goto('/auth?mode=signup');
  const account = newAccount();
  await fillSignUp(page, account);
  const card = page.getByRole('region', { name: 'Guest logbook in this browser' });
  await expect(card).toContainText('5 entries, 1 file, and 1 review packet added to your logbook.');
  expect(Object.values(await guestStoreSize(page)).every((count) => count === 0)).toBe(true);
  const person = new Person(context, logbook.url);
  const { rows } = (await (await person.get('/api/packets')).json()) as { rows: PacketRow[] };
  expect(rows.map(({ title, items }) => [title, items])).toEqual([['Kept', 6]]);
  const packet = (await (await person.get(`/api/packets/${rows[0]!.id}`)).json()) as Packet;
  const response = await person.get(`/api/packets/${packet.id}/document`);
  const { groups } = (await response.json()) as PacketDocument;
  expect(groups.flatMap(({ items }) => items)).toHaveLength(6);
});

test('with full storage, a packet says so and keeps what was typed', async ({ guest: page }) => {
  await fillPeriod(page);
  const dialog = await startGuestPacket(page);
  await simulateFullStore(page, 'packets');
  await titleOf(dialog).fill('Too much');
  await expect(dialog.getByRole('alert')).toContainText('Nothing was lost.');
  await expect(titleOf(dialog)).toHaveValue('Too much');
  await simulateFullStore(page, '');
  await titleOf(dialog).fill('Too much, but kept');
  await isSaved(dialog);
});

test('two tabs of a guest ask which version of a packet stays', async ({ guest: page, context }) => {
  await fillPeriod(page);
  const dialog = await startGuestPacket(page);
  const other = await context.newPage();
  await other.goto('/');
  const otherDialog = await openGuestPackets(other);
  await otherDialog.getByRole('button', { name: /^Review packet/ }).click();
  await titleOf(otherDialog).fill('Theirs');
  await isSaved(otherDialog);
  await titleOf(dialog).fill('Mine');
  await dialog.getByText('This packet was changed in another window.').waitFor();
  await dialog.getByRole('button', { name: 'Keep what is shown here' }).click();
  await isSaved(dialog);
  await other.reload();
  await openGuestPackets(other);
  await expect(otherDialog.getByRole('button', { name: /^Mine/ })).toBeVisible();
});
