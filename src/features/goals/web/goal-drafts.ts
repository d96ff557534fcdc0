// What is being typed, and its copy in the browser's storage: leaving the tab, reloading and failing lose nothing.
import { shelf } from '#features/check-ins/web/shelf.ts';
import { newId } from '#platform/clock/id.ts';
import { createStore } from '#ui/store.ts';
import { cadences, type Cadence } from '../contract.ts';

export type Words = { text: string; cadence: Cadence | null };

export type Draft = Words & {
  id: string;
  /** What was sent under this id, so that a repeat is known as one and a changed goal gets an id of its own. */
  sentAs: string | undefined;
};

export function sameWords(a: Words, b: Words): boolean {
  return a.text === b.text && a.cadence === b.cadence;
}

type Drafts = {
  userId: string;
  /** The form for a new goal is open. */
  open: boolean;
  draft: Draft;
  /** Goals being edited, by id. */
  edits: Readonly<Record<string, Words>>;
};

function emptyDraft(): Draft {
  return { id: newId(), text: '', cadence: null, sentAs: undefined };
}

export const goalDrafts = createStore<Drafts>({ userId: '', open: false, draft: emptyDraft(), edits: {} });

const shelves = { draft: shelf('goal-draft'), edits: shelf('goal-edits') };

/** Brings back what this person had typed before a reload. */
export function loadGoalDrafts(userId: string): void {
  if (goalDrafts.get().userId === userId) return;
  const [kept] = shelves.draft.read(userId, 1);
  const words = kept && wordsOf(kept[1]);
  const draft = words ? { ...emptyDraft(), ...words, id: kept[0] } : emptyDraft();
  const edits = shelves.edits.read(userId).flatMap(([id, value]) => {
    const edit = wordsOf(value);
    return edit ? [[id, edit] as const] : [];
  });
  goalDrafts.set({ userId, draft, edits: Object.fromEntries(edits) });
}

export function openGoalForm(): void {
  goalDrafts.set({ open: true });
}

export function closeGoalForm(): void {
  goalDrafts.set({ open: false });
}

export function changeGoalDraft(change: Partial<Draft>): void {
  const draft = { ...goalDrafts.get().draft, ...change };
  goalDrafts.set({ draft });
  const kept = draft.text.trim() === '' ? [] : [[draft.id, draft] as [string, Draft]];
  shelves.draft.write(goalDrafts.get().userId, kept);
}

export function clearGoalDraft(): void {
  changeGoalDraft(emptyDraft());
}

/** The draft under the id to send it by: its own, or a new one when it has changed since, or that id is taken. */
export function readyDraft(idTaken = false): Draft {
  const { draft } = goalDrafts.get();
  const sentAs = JSON.stringify([draft.text, draft.cadence]);
  const changed = idTaken || (draft.sentAs !== undefined && draft.sentAs !== sentAs);
  const ready = { ...draft, sentAs, ...(changed && { id: newId() }) };
  changeGoalDraft(ready);
  return ready;
}

/** Keeps what a goal is being changed to; nothing when the editing ends. */
export function keepGoalEdit(id: string, words: Words | undefined): void {
  const { [id]: _before, ...others } = goalDrafts.get().edits;
  const edits = words ? { ...others, [id]: words } : others;
  goalDrafts.set({ edits });
  shelves.edits.write(goalDrafts.get().userId, Object.entries(edits));
}

/** What a goal was being changed to when it left the list: it becomes a new goal, not sent yet. */
export function rescueGoalEdit(id: string): boolean {
  const { edits, draft } = goalDrafts.get();
  const kept = edits[id];
  if (!kept) return false;
  keepGoalEdit(id, undefined);
  const text = [draft.text.trim(), kept.text].filter(Boolean).join('\n');
  changeGoalDraft({ text, cadence: draft.cadence ?? kept.cadence });
  openGoalForm();
  return true;
}

/** Storage can be edited by anyone who sits here, and by older versions: only what has the right shape is taken. */
function wordsOf(value: unknown): (Words & { sentAs: string | undefined }) | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { text, cadence, sentAs } = value as Record<string, unknown>;
  if (typeof text !== 'string') return undefined;
  return {
    text,
    cadence: cadences.find((one) => one === cadence) ?? null,
    sentAs: typeof sentAs === 'string' ? sentAs : undefined,
  };
}
