import { announce } from '#features/guest/web/guest-events.ts';
import { writeGuest } from '#features/guest/web/guest-write.ts';
import type { CallInput } from '#platform/http/operation.ts';
import { limits, type CheckIn, type operations } from '../../contract.ts';
import { contentFault, dateFault, entryDate, isSameEntry, normalizeContent } from '../../rules.ts';
import { answered, filesOf } from './guest-entries.ts';
import { toMissingFiles, newEntry, putEntry, refused } from './guest-writing.ts';

type Input = CallInput<(typeof operations)['POST /api/check_ins']>;

/** Writes an entry in the browser; the same again under its id answers the entry that is there. */
export async function createEntry({ body }: Input): Promise<CheckIn> {
  const now = Date.now();
  const at = body.created_at === undefined ? new Date(now) : new Date(body.created_at);
  const fault = contentFault(body.content) ?? dateFault(at, new Date(now));
  if (fault) throw refused(fault);
  const { id, emoji = null, files = [] } = body;
  if (files.length > limits.files) throw refused('too_many_files');
  const content = normalizeContent(body.content);
  const { entry, isNew } = await writeGuest(async (tx) => {
    const there = await tx.objectStore('check_ins').get(id);
    if (there) {
      const stored = await filesOf(tx, id);
      const known = new Set([...there.missing_files, ...stored].map((file) => file.id));
      const hasFiles = there.edited_at !== null || files.every((file) => known.has(file.id));
      if (!isSameEntry(there, content, emoji) || !hasFiles) throw refused('id_taken');
      return { entry: answered(there), isNew: false };
    }
    const created_at = entryDate(at, now);
    const wanted = {
      id,
      kind: 'entry' as const,
      content,
      emoji,
      created_at,
      missing_files: toMissingFiles(files),
    };
    return { entry: await putEntry(tx, newEntry(wanted, now)), isNew: true };
  });
  if (isNew) announce('check_ins', id);
  return entry;
}
