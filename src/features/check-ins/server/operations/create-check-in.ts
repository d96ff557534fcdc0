import { isRefused, refuse, type Refused } from '#platform/http/bind.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import { limits, type operations } from '../../contract.ts';
import { contentFault, normalizeContent } from '../../rules.ts';
import { checkInById, insertCheckIn } from '../store.ts';

type Body = BodyOf<(typeof operations)['POST /api/check_ins']>;

/** The browser's clock may be a little ahead of ours. */
const clockSlackMs = 2 * 60_000;
const earliest = Date.UTC(1900, 0, 1);

/** Content as it is stored, or what is wrong with it. */
export function normalContent(text: string): string | Refused<'content_required' | 'content_too_long'> {
  const fault = contentFault(text);
  return fault ? refuse(fault) : normalizeContent(text);
}

/** Writes an entry; the same id again answers the entry that is there (a repeat after a lost connection). */
export async function createCheckIn(call: { tx: Tx; viewer: Viewer; body: Body; now: number }) {
  const { tx, viewer, body, now } = call;
  const content = normalContent(body.content);
  if (isRefused(content)) return content;
  const files = body.files ?? [];
  if (files.length > limits.files) return refuse('too_many_files');
  const at = body.created_at === undefined ? undefined : Date.parse(body.created_at);
  if (at !== undefined && (at > now + clockSlackMs || at < earliest)) return refuse('invalid_date');

  const written = await insertCheckIn(tx, {
    id: body.id,
    userId: viewer.userId,
    content,
    emoji: body.emoji ?? null,
    createdAt: at === undefined ? null : new Date(Math.min(at, now)).toISOString(),
    missingFiles: files.map((file) => ({ ...file, name: file.name.slice(0, limits.fileName) })),
  });
  return written ?? (await checkInById(tx, body.id)) ?? refuse('id_taken');
}
