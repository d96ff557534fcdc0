// Prepares a draft for sending.
import { newId } from '#platform/clock/id.ts';
import { fileInfos, type FileInfo } from '#platform/drafts/persisted-files.ts';
import type { Draft } from './drafts.ts';
import { isSharing } from './share-input.ts';
import { shareBody } from './share-request.ts';

/** All files of a draft, loaded or not. */
export function filesOf({ files, unloadedFiles }: Draft): FileInfo[] {
  return fileInfos(files, unloadedFiles);
}

/** Everything that is sent to the server, as one string. */
function fingerprint(draft: Draft): string {
  const { content, emoji, date, share } = draft;
  const files = filesOf(draft).map(({ id }) => id);
  return JSON.stringify([content, emoji, date, files, ...(isSharing(share) ? [shareBody(share)] : [])]);
}

/** The draft with a new id. Its files and its shoutout also get new ids. */
export function underNewId(draft: Draft): Draft {
  const files = draft.files.map((file) => ({ ...file, id: newId() }));
  const share = { ...draft.share, shoutoutId: newId() };
  return { ...draft, files, share, id: newId() };
}

/** The draft to send: under its own id, or under a new one if it has changed since it was last sent. */
export function readyToSend(draft: Draft): Draft {
  const changed = draft.sentAs !== undefined && draft.sentAs !== fingerprint(draft);
  const ready = changed ? underNewId(draft) : draft;
  return { ...ready, sentAs: fingerprint(ready) };
}
