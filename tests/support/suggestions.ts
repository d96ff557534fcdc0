// Suggestions with files, as those of an email, and one that was dismissed.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { addSuggestion } from '#features/suggestions/server/operations/add-suggestion.ts';
import { newId } from '#platform/clock/id.ts';
import type { TestApp } from './app.ts';
import type { Caller } from './caller.ts';
import { asPerson } from './mail.ts';

/** Stores a file and suggests an entry with it. Also dismisses another suggestion. Returns the ids of both. */
export async function addSuggestionWithFile(
  app: TestApp,
  caller: Caller,
  name = 'notes.txt',
  content = 'Suggested with this file',
): Promise<{ id: string; fileId: string; filePath: string }> {
  const [id, fileId] = [newId(), newId()];
  const staged = await app.files.stage(Readable.from([Buffer.from(content)]), 1_000_000);
  const filePath = `${caller.userId}/${id}/${randomUUID()}.txt`;
  await app.files.put(staged, `log-files/${filePath}`);
  const file = {
    ...{ id: fileId, file_name: name, file_path: filePath, view_path: null, file_type: 'text' },
    ...{ file_size: staged.size, view_size: 0, mime_type: 'text/plain', preview: 'text' as const },
    sha256: staged.sha256,
  };
  const suggestion = (content: string) => ({
    ...{ source: 'email' as const, source_id: randomUUID(), at: '2026-02-03T04:05:06Z', content },
  });
  const call = { userId: caller.userId, now: Date.now() };
  const other = newId();
  await asPerson(app, caller, async (tx) => {
    await addSuggestion({ tx, ...call, id, suggestion: suggestion('With a file #mail'), files: [file] });
    await addSuggestion({ tx, ...call, id: other, suggestion: suggestion('Not this') });
  });
  await caller.call('POST /api/suggestions/dismiss', { body: { ids: [other] } });
  return { id, fileId, filePath };
}
