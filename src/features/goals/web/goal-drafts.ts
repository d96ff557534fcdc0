// Drafts of goals, mirrored in browser storage so that they survive tab changes, reloads and failed saves.
import { stash } from '#platform/tabs/stash.ts';
import { newId } from '#platform/clock/id.ts';
import { isBlank } from '#platform/text/plain-text.ts';
import { createStore } from '#ui/store.ts';
import { cadences } from '../constants.ts';
import type { Cadence } from '../contract.ts';

export type GoalInput = { text: string; cadence: Cadence | null };

export type Draft = GoalInput & {
  id: string;
  /** The input last sent with this id: a retry reuses the id, changed input gets a new one. */
  sentAs: string | undefined;
};

export function isSameInput(a: GoalInput, b: GoalInput): boolean {
  return a.text === b.text && a.cadence === b.cadence;
}

type Drafts = {
  userId: string;
  /** Whether the form for a new goal is open. */
  open: boolean;
  draft: Draft;
  /** Goals being edited, by id. */
  edits: Readonly<Record<string, GoalInput>>;
};

function emptyDraft(): Draft {
  return { id: newId(), text: '', cadence: null, sentAs: undefined };
}

export const goalDrafts = createStore<Drafts>({ userId: '', open: false, draft: emptyDraft(), edits: {} });

const stored = { draft: stash('goal-draft'), edits: stash('goal-edits') };

/** Restores this user's drafts after a reload. */
export function loadGoalDrafts(userId: string): void {
  if (goalDrafts.get().userId === userId) return;
  const [kept] = stored.draft.read(userId, 1);
  const input = kept && parseInput(kept[1]);
  const draft = input ? { ...emptyDraft(), ...input, id: kept[0] } : emptyDraft();
  const edits = stored.edits.read(userId).flatMap(([id, value]) => {
    const edit = parseInput(value);
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
  const kept = isBlank(draft.text) ? [] : [[draft.id, draft] as [string, Draft]];
  stored.draft.write(goalDrafts.get().userId, kept);
}

export function clearGoalDraft(): void {
  changeGoalDraft(emptyDraft());
}

/** The draft to send. It gets a new id if it changed since it was last sent, or if its id is taken. */
export function readyDraft(idTaken = false): Draft {
  const { draft } = goalDrafts.get();
  const sentAs = JSON.stringify([draft.text, draft.cadence]);
  const changed = idTaken || (draft.sentAs !== undefined && draft.sentAs !== sentAs);
  const ready = { ...draft, sentAs, ...(changed && { id: newId() }) };
  changeGoalDraft(ready);
  return ready;
}

/** Stores the unsaved edit of a goal; undefined removes it. */
export function keepGoalEdit(id: string, input: GoalInput | undefined): void {
  const { [id]: _before, ...others } = goalDrafts.get().edits;
  const edits = input ? { ...others, [id]: input } : others;
  goalDrafts.set({ edits });
  stored.edits.write(goalDrafts.get().userId, Object.entries(edits));
}

/** Turns the unsaved edit of a goal that left the list into the draft of a new goal. Returns whether there was one. */
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

/** Validates the shape: storage may hold data of older versions, or be edited by hand. */
function parseInput(value: unknown): (GoalInput & { sentAs: string | undefined }) | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { text, cadence, sentAs } = value as Record<string, unknown>;
  if (typeof text !== 'string') return undefined;
  return {
    text,
    cadence: cadences.find((known) => known === cadence) ?? null,
    sentAs: typeof sentAs === 'string' ? sentAs : undefined,
  };
}
