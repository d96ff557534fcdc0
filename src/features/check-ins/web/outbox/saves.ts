// Saved entries that the server has not acknowledged, as stored in this browser. They survive a reload, and their ids
// make retries idempotent.
import { parseDraft, serializeDraft, type Draft } from '../drafts/drafts.ts';
import { persistFiles } from '#platform/drafts/persisted-files.ts';
import { steps } from './progress.ts';
import { stash } from '#platform/tabs/stash.ts';

export type Save = {
  draft: Draft;
  /** 0 to 100. */
  progress: number;
  /** In flight, waiting for a connection, or refused, in which case the user decides. */
  state: 'sending' | 'waiting' | 'refused';
  /** Why it was refused, in a sentence. */
  reason: string;
  /** The code of the refusal. Empty without one. */
  code: string;
};

/** The maximum number of entries that can wait in one browser. */
export const maxUnsent = 50;

/** The unsent entries of all tabs of this browser. */
export const unsentStash = stash('unsent');
/** Ids that this tab stored or loaded. */
let own = new Set<string>();

const newestFirst = (a: Save, b: Save) => ((a.draft.savedAt ?? '') < (b.draft.savedAt ?? '') ? 1 : -1);

/** All unsent entries, newest first. Entries that were in flight when the page closed are waiting again. */
export function readUnsent(userId: string): Save[] {
  const saves = unsentStash.peek(userId).flatMap(([, value]) => parseSave(value));
  own = new Set(saves.map(({ draft }) => draft.id));
  return saves.toSorted(newestFirst);
}

/** Stores those of the saves that the server has not acknowledged. */
export function persistUnsent(userId: string, saves: Save[]): void {
  const unsent = saves.filter(({ progress }) => progress < steps.written);
  const ids = new Set(unsent.map(({ draft }) => draft.id));
  for (const id of own) if (!ids.has(id)) unsentStash.drop(userId, id);
  own = ids;
  for (const { draft, state, reason, code } of unsent) {
    unsentStash.put(userId, draft.id, { ...serializeDraft(draft), state, reason, code });
  }
  const drafts = unsent.map(({ draft }) => draft);
  persistFiles(
    userId,
    'unsent',
    drafts.flatMap(({ files }) => files),
    drafts.flatMap(({ unloadedFiles }) => unloadedFiles),
  );
}

/** An entry as stored. It waits again, unless it was refused. */
export function parseSave(value: unknown): Save[] {
  const { state, reason, code } = (value ?? {}) as Record<string, unknown>;
  return parseDraft(value).map((draft) => ({
    draft,
    progress: 0,
    state: state === 'refused' ? 'refused' : 'waiting',
    reason: typeof reason === 'string' ? reason : '',
    code: typeof code === 'string' ? code : '',
  }));
}
