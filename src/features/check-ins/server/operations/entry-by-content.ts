// Other clients name an entry by its text (docs/compatibility.md): they write the entry, then call a function. If there is
// no such entry, the function writes it.
import { normalEmail } from '#features/accounts/rules.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import { newId } from '#platform/clock/id.ts';
import { lockMails } from '#platform/mail/mailer.ts';
import { normalizeText } from '#platform/text/plain-text.ts';
import { decideCreate } from '../../change-rules.ts';
import { emojis } from '../../constants.ts';
import { recentLike } from '../share-store.ts';
import { insertCheckIn } from '../store.ts';
import { rowOf } from './create-check-in.ts';
import { createShared, type Share, type SharingParts } from './share-new-check-in.ts';

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
    insert: () => insertCheckIn(tx, rowOf(entry, 'entry')),
    repeat: () => Promise.resolve(refuse('id_taken')),
  });
}
