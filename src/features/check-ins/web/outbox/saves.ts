// Entries that were saved and that the server has not acknowledged, as this browser keeps them: they survive a reload,
// and the same id makes a repeat harmless.
import { parseDraft, serializeDraft, type Draft } from '../compose/drafts.ts';
import { persistFiles } from '../files/kept-files.ts';
import { steps } from './progress.ts';
import { shelf } from '../shelf.ts';

export type Save = {
  draft: Draft;
  /** 0 to 100. */
  progress: number;
  /** On its way, waiting for a connection, or refused: then the person decides. */
  state: 'sending' | 'waiting' | 'refused';
  /** Why it was refused, in a sentence. */
  reason: string;
};

/** So many entries may wait in one browser. */
export const maxUnsent = 50;

const kept = shelf('unsent');
/** Ids that this window put there. */
let own = new Set<string>();

const newestFirst = (a: Save, b: Save) => ((a.draft.savedAt ?? '') < (b.draft.savedAt ?? '') ? 1 : -1);

/** What waits, newest first. What was on its way when the page was left waits as well. */
export function readUnsent(userId: string): Save[] {
  const saves = kept.look(userId).flatMap(([, value]) => restoreSave(value));
  own = new Set(saves.map(({ draft }) => draft.id));
  return saves.toSorted(newestFirst);
}

/** Keeps all of these that the server has not acknowledged. */
export function persistUnsent(userId: string, saves: Save[]): void {
  const unsent = saves.filter(({ progress }) => progress < steps.written);
  const ids = new Set(unsent.map(({ draft }) => draft.id));
  for (const id of own) if (!ids.has(id)) kept.drop(userId, id);
  own = ids;
  for (const { draft, state, reason } of unsent) {
    kept.put(userId, draft.id, { ...serializeDraft(draft), state, reason });
  }
  const drafts = unsent.map(({ draft }) => draft);
  persistFiles(
    userId,
    'unsent',
    drafts.flatMap(({ files }) => files),
    drafts.flatMap(({ unloadedFiles }) => unloadedFiles),
  );
}

/** How many wait in this browser, whichever window keeps them. */
export function countUnsent(userId: string): number {
  return kept.look(userId).length;
}

export type OtherTabChange = { id: string; gone: boolean; save: Save | undefined };

/**
 * What another window did to one of them, by the storage event: it is gone, or it waits or was refused there. What is on
 * its way over there is left to that window.
 */
export function parseStorageEvent(userId: string, { key, newValue }: StorageEvent): OtherTabChange | undefined {
  const id = key === null ? undefined : kept.idOf(key, userId);
  if (id === undefined) return undefined;
  if (newValue === null) return { id, gone: true, save: undefined };
  const { value } = JSON.parse(newValue) as { value?: { state?: unknown } };
  const save = value?.state === 'sending' ? undefined : restoreSave(value)[0];
  return { id, gone: false, save };
}

function restoreSave(value: unknown): Save[] {
  const { state, reason } = (value ?? {}) as Record<string, unknown>;
  return parseDraft(value).map((draft) => ({
    draft,
    progress: 0,
    state: state === 'refused' ? 'refused' : 'waiting',
    reason: typeof reason === 'string' ? reason : '',
  }));
}
