import type { EntrySharing } from '#features/check-ins/server/operations/entry-sharing.ts';
import { shareRefusalTexts } from '../../texts.ts';
import { createShared, type SharingParts } from './share-new-check-in.ts';
import { restoreShared } from './share-with-manager.ts';

/** What check-ins need from this feature when an entry is written or restored. */
export const entrySharing = (parts: SharingParts): EntrySharing => ({
  refusalTexts: shareRefusalTexts,
  create: (call) => createShared(parts, call),
  restore: (call) => restoreShared(parts, call),
});
