// Archives of another Logbook for /import, and how they are chosen.
import type { Page } from '@playwright/test';
import { newId } from '#platform/clock/id.ts';
import { credentialVector, fullVouch } from '#tests/support/credential-vector.ts';
import { zipOf } from '#tests/support/imports.ts';
import {
  archiveOf,
  entryRow,
  fileRow,
  goalRow,
  headOf,
  shoutoutRow,
  tableOf,
  vouchRow,
  type TableRow,
} from '#tests/support/log-archive.ts';
import { chooseFiles, daysAgo } from './imports-screen.ts';

const at = (days: number) => ({ created_at: `${daysAgo(days)}T09:00:00.000Z` });

/** Some of everything, of which one entry and one vouch stay out. */
export function archiveFile() {
  const plan = entryRow('Planned the launch #work', { ...at(3), emoji: '🚀' });
  const check_ins = [
    plan,
    entryRow('Fixed the nightly import', { ...at(2), edited_at: `${daysAgo(1)}T09:00:00.000Z` }),
    entryRow('Long ago', { created_at: '2019-05-01T12:00:00.000Z' }),
    entryRow('In the bin', { ...at(1), deleted_at: `${daysAgo(1)}T09:00:00.000Z` }),
    entryRow('', at(4)),
  ];
  const log_files = [
    fileRow(plan, 'plan.txt', 'The plan of the launch'),
    fileRow(plan, 'gone.txt', 'x', { position: 1 }),
  ];
  const tables = {
    check_ins,
    log_files,
    goals: [goalRow('Write the guide')],
    shoutouts: [
      shoutoutRow('You saved the launch 🎉'),
      shoutoutRow('Thanks for the review', { direction: 'sent', recipient_email: 'bo@example.net' }),
    ],
    vouches: [vouchRow(), vouchRow({ status: 'pending' })],
  };
  const top = headOf({ instance: 'https://logbook.example.org' });
  return zipFile(archiveOf(tableOf(tables, top), { 'plan.txt': 'The plan of the launch' }));
}

/** A vouch with the credential of the test vector, or with another one. */
export function archiveOfVouch(vouch: TableRow = {}, credential = credentialVector('full.json')) {
  const row = vouchRow({ ...fullVouch, ...vouch });
  const credentials = [{ id: newId(), vouch_id: row['id'], exported_as: 'credentials/one.json' }];
  const table = tableOf({ vouches: [row], credentials }, headOf({ instance: 'https://log.example.net' }));
  return zipFile(
    zipOf([
      { name: 'logbook.json', content: table },
      { name: 'credentials/one.json', content: credential },
    ]),
  );
}

/** Only entries. */
export const archiveOfEntries = (written: readonly { content: string; created_at: string }[]) => {
  const check_ins: TableRow[] = written.map(({ content, created_at }) => entryRow(content, { created_at }));
  return zipFile(archiveOf(tableOf({ check_ins }, headOf({ instance: 'https://logbook.example.org' }))));
};

const zipFile = (bytes: Uint8Array) => ({
  ...{ name: 'logbook-2026-11-26.zip', mimeType: 'application/zip', buffer: Buffer.from(bytes) },
});

export async function chooseArchive(page: Page, file = archiveFile()): Promise<void> {
  await chooseFiles(page, 'Logbook archive', file);
}
