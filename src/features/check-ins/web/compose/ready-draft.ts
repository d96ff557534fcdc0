// A draft on its way out.
import { newId } from '#platform/clock/id.ts';
import { fileInfos, type FileInfo } from '../files/kept-files.ts';
import type { Draft } from './drafts.ts';

/** All files of a draft, whether their bytes are read or not. */
export function filesOf({ files, unloadedFiles }: Draft): FileInfo[] {
  return fileInfos(files, unloadedFiles);
}

/** Everything that the server is told, in one string. */
function fingerprint(draft: Draft): string {
  const { content, emoji, date } = draft;
  return JSON.stringify([content, emoji, date, filesOf(draft).map(({ id }) => id)]);
}

/** The draft under an id that nothing else was ever sent by, and its files under such ids, too. */
export function underNewId(draft: Draft): Draft {
  const files = draft.files.map((one) => ({ ...one, id: newId() }));
  return { ...draft, files, id: newId() };
}

/** The draft under the id to send it by: its own, or a new one when it has changed since it was sent. */
export function readyToSend(draft: Draft): Draft {
  const changed = draft.sentAs !== undefined && draft.sentAs !== fingerprint(draft);
  const ready = changed ? underNewId(draft) : draft;
  return { ...ready, sentAs: fingerprint(ready) };
}
