// Other clients name an entry by its text (docs/compatibility.md): they write the entry, then call a function. If there is
// no such entry, the function writes it.
import { normalEmail } from '#platform/mail/address.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import { newId } from '#platform/clock/id.ts';
import { lockMails } from '#platform/mail/mailer.ts';
import { normalizeText } from '#platform/text/plain-text.ts';
import { decideCreate } from '#features/check-ins/change-rules.ts';
import { emojis } from '#features/check-ins/constants.ts';
import type { Share } from '#features/check-ins/server/operations/entry-sharing.ts';
import { insertEntry, recentLike } from '#features/check-ins/server/operations/shared-check-in.ts';
import { createShared, type SharingParts } from './share-new-check-in.ts';

/** The viewer's recent entry with this text; with an address, one that may be shared with this manager. */
export async function entryByContent(tx: Tx, content: string, manager?: string): Promise<string | undefined> {
  await lockMails(tx);
  return recentLike(tx, normalizeText(content), manager === undefined ? null : normalEmail(manager));
}

type Call = { tx: Tx; viewer: Viewer; content: string; emoji: string | null | undefined; share: Share };

/** Writes an entry and shares it. */
export async function writeAndShare(parts: SharingParts, { tx, viewer, content, emoji, share }: Call) {
  const known = emojis.find((choice) => choice === emoji) ?? null;
  const entry = decideCreate({ id: newId(), content, emoji: known }, Date.now());
  if (typeof entry === 'string') return refuse(entry);
  return createShared(parts, {
    ...{ tx, viewer, entry, share },
    insert: () => insertEntry(tx, entry),
    repeat: () => Promise.resolve(refuse('id_taken')),
  });
}
