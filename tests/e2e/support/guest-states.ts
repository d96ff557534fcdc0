// The states of a guest's logbook.
import type { Page } from '@playwright/test';
import { hourMs } from '#platform/clock/durations.ts';
import { newId } from '#platform/clock/id.ts';
import { saveWinsPath } from '#features/playbook/constants.ts';
import { fillGuestStore, textFile } from './guest-store.ts';
import { openGoals, setGoals } from './goals-screen.ts';
import type { Noise } from './noise.ts';
import { visitGuestPackets } from './packets-states.ts';
import { disableIndexedDb, entry, openDialog, save, write } from './screen.ts';
import type { Visit } from './settings-states.ts';
import { storeWins } from './wins.ts';

export const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString();

export async function visitGuest(page: Page, noise: Noise, visit: Visit): Promise<void> {
  await page.goto('/');
  await page.getByRole('dialog').getByText('Step 1 of 7').waitFor();
  await visit('guest-tutorial');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('heading', { name: 'Your journey starts here' }).waitFor();
  await visit('guest-empty');
  await page.getByRole('tab', { name: 'SHOUTOUTS' }).click();
  await page.getByRole('heading', { name: 'Shoutouts Require an Account' }).waitFor();
  await visit('guest-shoutouts');

  await openGoals(page);
  await setGoals(page, 'Talk to three customers');
  await page.getByText('Goal added!').first().waitFor();
  await visit('guest-goals');
  // Simulates a later visit: earlier interactions no longer count toward the prompt.
  await page.evaluate(() => sessionStorage.clear());

  await fillGuestStore(page, [
    {
      id: newId(),
      content: 'Moved the nightly import to the new queue.',
      createdAt: hoursAgo(3),
      emoji: '🚀',
    },
    {
      id: newId(),
      content: 'Learned how to read a flame graph. #performance',
      createdAt: hoursAgo(1500),
      emoji: '💡',
      files: [textFile('notes.txt', 'Read from the bottom up.')],
    },
  ]);
  await page.goto('/');
  await entry(page, 'nightly import').waitFor();
  await page.locator('summary').nth(1).click();
  await entry(page, 'flame graph').waitFor();
  await visit('guest-entries');
  await visitGuestPackets(page, visit);

  const dialog = await openDialog(page);
  await dialog.getByLabel('What did you do?').fill('Worth sharing.');
  await dialog.getByLabel('Share with manager').check();
  await dialog.getByLabel('Highlight a teammate').check();
  await dialog.getByLabel('Teammate Email').fill('grace@example.com');
  await page.getByText('Sign up required').first().waitFor();
  await visit('guest-sharing');
  await dialog.getByLabel('Share with manager').uncheck();
  await dialog.getByLabel('Highlight a teammate').uncheck();
  await save(dialog);
  await entry(page, 'Worth sharing.').waitFor();
  await save(await write(page, { content: 'And once more.' }));
  await page.getByRole('dialog', { name: 'Save Your Progress' }).waitFor();
  await visit('guest-prompt');

  await page.context().setOffline(true);
  await page.getByText('You are offline').waitFor();
  await visit('guest-offline');
  await page.context().setOffline(false);

  await page.goto(saveWinsPath);
  await page.getByRole('heading', { name: 'No wins to save' }).waitFor();
  await visit('save-wins-none');
  await storeWins(page, ['Cut the nightly import from fifty minutes to six.', 'Trained two new colleagues.']);
  await page.reload();
  await page.getByRole('heading', { name: 'Save your wins' }).waitFor();
  await visit('save-wins');
  await page.keyboard.press('Escape');

  await page.getByRole('banner').getByRole('button', { name: 'Share' }).click();
  await page.getByText('Sign up to save your progress').first().waitFor();
  await visit('guest-share');

  noise.allow(/console: .*stores nothing/);
  await disableIndexedDb(page);
  await page.goto('/');
  await page.getByRole('heading', { name: 'This browser blocks storage' }).waitFor();
  await visit('guest-closed');
}
