// The functions for other clients (docs/compatibility.md): they name the entry by its id, by its text, or not at all.
import { entryByContent, writeAndShare } from './entry-by-content.ts';
import { checkInOf } from '#features/check-ins/server/operations/linked-check-in.ts';
import type { SharingParts } from './share-new-check-in.ts';
import { shareExisting } from './share-with-manager.ts';
import { highlighted, highlightTeammate } from '#features/shoutouts/server/operations/highlight-teammate.ts';
import { newId } from '#platform/clock/id.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import type { operations } from '../../contract.ts';

type All = typeof operations;
type Caller = { tx: Tx; viewer: Viewer };
type Snapshot = BodyOf<All['POST /api/functions/v1/send-manager-snapshot']>;
type Message = BodyOf<All['POST /api/functions/v1/send-teammate-email']>;

export async function sendSnapshot(parts: SharingParts, { tx, viewer, body }: Caller & { body: Snapshot }) {
  const { managerEmail, checkInContent, emoji } = body;
  const content = checkInContent ?? '';
  const id = body.check_in_id ?? (await entryByContent(tx, content, managerEmail));
  if (id !== undefined) return shareExisting(parts, { tx, viewer, id, input: managerEmail });
  return writeAndShare(parts, { tx, viewer, content, emoji, share: { manager_email: managerEmail } });
}

export async function sendToTeammate(parts: SharingParts, { tx, viewer, body }: Caller & { body: Message }) {
  const { id = newId(), check_in_id, teammateEmail: email, message, checkInContent } = body;
  const content = checkInContent ?? '';
  const hasContent = content.trim() !== '';
  const checkInId = check_in_id ?? (hasContent ? await entryByContent(tx, content) : undefined) ?? null;
  const teammate = { id, email, message };
  if (body.id === undefined && (checkInId !== null || !hasContent)) {
    const about = await highlighted(tx, teammate, checkInId);
    if (about !== undefined) return checkInOf(tx, about);
  }
  if (checkInId === null && hasContent)
    return writeAndShare(parts, { tx, viewer, content, emoji: null, share: { teammate } });
  const refused = await highlightTeammate(parts.shoutouts, { tx, viewer, teammate, checkInId });
  if (refused || checkInId === null) return refused;
  return (await checkInOf(tx, checkInId)) ?? refuse('not_found');
}
