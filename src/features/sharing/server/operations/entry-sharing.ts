import type { EntrySharing } from '#features/check-ins/server/operations/entry-sharing.ts';
import type { SendingParts } from '#features/shoutouts/server/operations/send-shoutout.ts';
import { shareRefusalTexts } from '../../texts.ts';
import { createShared, sharingParts } from './share-new-check-in.ts';
import { restoreShared } from './share-with-manager.ts';

/** What check-ins need from this feature when an entry is written or restored. */
export function entrySharing(from: SendingParts): EntrySharing {
  const parts = sharingParts(from);
  return {
    refusalTexts: shareRefusalTexts,
    create: (call) => createShared(parts, call),
    restore: (call) => restoreShared(parts, call),
  };
}
