// Prepares a draft for sending.
import { newId } from '#platform/clock/id.ts';
import { fileInfos, type FileInfo } from '../files/persisted-files.ts';
import type { Draft } from './drafts.ts';

/** All files of a draft, loaded or not. */
export function filesOf({ files, unloadedFiles }: Draft): FileInfo[] {
  return fileInfos(files, unloadedFiles);
}

/** Everything that is sent to the server, as one string. */
function fingerprint(draft: Draft): string {
  const { content, emoji, date } = draft;
  return JSON.stringify([content, emoji, date, filesOf(draft).map(({ id }) => id)]);
}

/** The draft with a new id, and its files with new ids, too. */
export function underNewId(draft: Draft): Draft {
  const files = draft.files.map((file) => ({ ...file, id: newId() }));
  return { ...draft, files, id: newId() };
}

/** The draft to send: under its own id, or under a new one if it has changed since it was last sent. */
export function readyToSend(draft: Draft): Draft {
  const changed = draft.sentAs !== undefined && draft.sentAs !== fingerprint(draft);
  const ready = changed ? underNewId(draft) : draft;
  return { ...ready, sentAs: fingerprint(ready) };
}
