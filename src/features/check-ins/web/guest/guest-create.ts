import { announce } from '#features/guest/web/guest-events.ts';
import { writeGuest } from '#features/guest/web/guest-write.ts';
import type { CallInput } from '#platform/http/operation.ts';
import { limits, type CheckIn, type operations } from '../../contract.ts';
import { contentFault, dateFault, entryDate, isSameEntry, normalizeContent } from '../../rules.ts';
import { toCheckIn, filesOf } from './guest-entries.ts';
import { toMissingFiles, newEntry, putEntry, refused } from './guest-writing.ts';

type Input = CallInput<(typeof operations)['POST /api/check_ins']>;

/** Creates an entry in the guest's database. Idempotent: returns the existing entry if it is sent again. */
export async function createEntry({ body }: Input): Promise<CheckIn> {
  const now = Date.now();
  const at = body.created_at === undefined ? new Date(now) : new Date(body.created_at);
  const fault = contentFault(body.content) ?? dateFault(at, new Date(now));
  if (fault) throw refused(fault);
  const { id, emoji = null, files = [] } = body;
  if (files.length > limits.files) throw refused('too_many_files');
  const content = normalizeContent(body.content);
  const { entry, isNew } = await writeGuest(async (tx) => {
    const existing = await tx.objectStore('check_ins').get(id);
    if (existing) {
      const stored = await filesOf(tx, id);
      const known = new Set([...existing.missing_files, ...stored].map((file) => file.id));
      const hasFiles = existing.edited_at !== null || files.every((file) => known.has(file.id));
      if (!isSameEntry(existing, content, emoji) || !hasFiles) throw refused('id_taken');
      return { entry: toCheckIn(existing), isNew: false };
    }
    const created_at = entryDate(at, now);
    const fields = {
      id,
      kind: 'entry' as const,
      content,
      emoji,
      created_at,
      missing_files: toMissingFiles(files),
    };
    return { entry: await putEntry(tx, newEntry(fields, now)), isNew: true };
  });
  if (isNew) announce('check_ins', id);
  return entry;
}
