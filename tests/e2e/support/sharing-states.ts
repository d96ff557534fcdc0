// Sharing entries in all its states, and how tests operate it.
import type { Locator, Page } from '@playwright/test';
import { newId } from '#platform/clock/id.ts';
import type { Noise } from './noise.ts';
import type { Person } from './person.ts';
import { entry, openDialog, openTimeline, save } from './screen.ts';
import type { Visit } from './settings-states.ts';
import { whole } from '../../pseudo-locale/pseudo.ts';

export const shareDialogOf = (page: Page) => page.getByRole('dialog', { name: 'Share Check-in' });

type Recipients = { manager?: string; teammate?: string; message?: string };

/** Checks the boxes and fills in their fields, in Add Check-in or the Share dialog. */
export async function fillSharing(dialog: Locator, { manager, teammate, message }: Recipients) {
  if (manager !== undefined) {
    await dialog.getByLabel('Share with manager').check();
    await dialog.getByLabel('Manager Email').fill(manager);
  }
  if (teammate !== undefined) {
    await dialog.getByLabel('Highlight a teammate').check();
    await dialog.getByLabel('Teammate Email').fill(teammate);
  }
  if (message !== undefined) await dialog.getByRole('textbox', { name: 'Message' }).fill(message);
}

/** Opens the Share dialog of an entry: from its toolbar, or from its menu on touch devices. */
export async function openShare(page: Page, row: Locator): Promise<Locator> {
  const menu = row.getByRole('button', { name: 'More' });
  if ((await menu.count()) > 0) {
    await menu.click();
    await page.getByRole('menuitem', { name: 'Share' }).click();
  } else {
    await row.hover();
    await row.getByRole('button', { name: 'Share' }).click();
  }
  const dialog = shareDialogOf(page);
  await dialog.waitFor();
  return dialog;
}

/** Stops emails to an address, as its owner does with the link in one of them. Further ones fail. */
async function stopEmailsTo(person: Person, email: string): Promise<void> {
  const link = async () => {
    const mails = (await (await person.get(`/api/dev/mailbox?to=${email}`)).json()) as { text: string }[];
    return mails.flatMap(({ text }) => /\/mail\/stop\?\S+/.exec(text)?.[0] ?? [])[0];
  };
  if ((await link()) === undefined)
    await person.post('/api/shoutouts', { id: newId(), recipient_email: email, message: 'Thank you' });
  await person.post((await link())!, {});
}

export async function visitSharing(page: Page, person: Person, _noise: Noise, visit: Visit): Promise<void> {
  await person.addCheckIn('Learned how to read a flame graph');
  await person.post('/api/check_ins', {
    ...{ id: newId(), content: 'Moved the nightly import to the new queue, with no lost job', emoji: '🚀' },
    manager_email: 'grace@example.com',
    teammate: {
      ...{ id: newId(), email: 'bo@example.com' },
      message: 'You found the bug that no one could reproduce.\nThe whole team noticed.',
    },
  });
  await openTimeline(page);
  const shared = entry(page, 'Moved the nightly import');
  await shared.getByText('Shoutout to bo@example.com').waitFor();
  await visit('shared-entry');

  const composer = await openDialog(page);
  await composer.getByLabel('What did you do?').fill('Worth sharing');
  await fillSharing(composer, { manager: '', teammate: 'bo@example.com' });
  await save(composer);
  await page.getByText('Manager email required').waitFor();
  await visit('dialog-sharing-error');
  await fillSharing(composer, { manager: 'grace@example.com' });
  await save(composer);
  await page.getByText('Teammate message required').waitFor();
  await fillSharing(composer, { message: 'Your review found the one case that we had missed.' });
  await visit('dialog-sharing');
  await composer.getByRole('button', { name: whole('Close') }).click();

  const dialog = await openShare(page, entry(page, 'Learned how'));
  await visit('share-dialog');
  await dialog.getByRole('button', { name: whole('Close') }).click();
  await openShare(page, shared);
  await visit('share-dialog-shared');
  await dialog.getByRole('button', { name: 'Stop sharing' }).click();
  await page.getByText('No longer shared with grace@example.com').waitFor();
  await visit('share-dialog-stopped');
  await dialog.getByRole('button', { name: whole('Close') }).click();

  await stopEmailsTo(person, 'dana@example.com');
  await person.post('/api/check_ins', {
    ...{ id: newId(), content: 'Published the guide for new colleagues', emoji: '💡' },
    manager_email: 'dana@example.com',
    teammate: { id: newId(), email: 'dana@example.com', message: 'Your notes were the best part of it.' },
  });
  const failed = entry(page, 'Published the guide');
  await failed.getByRole('button', { name: 'Send again: email to dana@example.com' }).nth(1).waitFor();
  await visit('shared-entry-failed');
  const again = failed.getByRole('button', { name: 'Send again: email to dana@example.com' }).last();
  await again.click();
  await page.getByText('Check dana@example.com for typos').waitFor();
  await visit('shared-entry-failed-again');
}
