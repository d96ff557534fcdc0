// The drafts of a new goal and of edited goals. They survive tab changes, reloads and failed saves.
import { draft } from '#platform/drafts/draft.ts';
import { drafts } from '#platform/drafts/drafts.ts';
import { oneOfOrNull, required, text, type Fields } from '#platform/drafts/fields.ts';
import { isBlank } from '#platform/text/plain-text.ts';
import { createStore } from '#ui/store.ts';
import { cadences } from '../constants.ts';
import type { Cadence } from '../contract.ts';

export type GoalInput = { text: string; cadence: Cadence | null };

const fields: Fields<GoalInput> = { text: required(text), cadence: oneOfOrNull(cadences) };

export const goalDraft = draft({
  name: 'goal-draft',
  fields,
  isEmpty: (input) => isBlank(input.text),
});

/** Goals being edited, by id. An edit without text is kept, too: the goal has one. */
export const goalEdits = drafts({ name: 'goal-edits', fields, isEmpty: () => false });

export const goalForm = createStore({ open: false });

/** Restores this user's drafts after a reload. */
export function loadGoalDrafts(userId: string): void {
  goalDraft.load(userId);
  goalEdits.load(userId);
}

export function openGoalForm(): void {
  goalForm.set({ open: true });
}

export function closeGoalForm(): void {
  goalForm.set({ open: false });
}

export function isSameInput(a: GoalInput, b: GoalInput): boolean {
  return a.text === b.text && a.cadence === b.cadence;
}

/** Turns the unsaved edit of a goal that left the list into the draft of a new goal. Returns whether there was one. */
export function rescueGoalEdit(id: string): boolean {
  const kept = goalEdits.get(id);
  if (!kept) return false;
  goalEdits.put(id, undefined);
  const { text, cadence } = goalDraft.get();
  goalDraft.change({
    text: [text.trim(), kept.text].filter(Boolean).join('\n'),
    cadence: cadence ?? kept.cadence,
  });
  openGoalForm();
  return true;
}
