import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Scope } from '#features/check-ins/web/queries/check-in-queries.ts';
import { useStore } from '#ui/store.ts';
import { texts } from '../texts.ts';
import { addGoal } from './add-goal.ts';
import {
  changeGoalDraft,
  clearGoalDraft,
  closeGoalForm,
  goalDrafts,
  readyDraft,
  sameWords,
} from './goal-drafts.ts';
import { GoalFields } from './goal-fields.tsx';
import { focusGoal } from './goal-motion.ts';

/** Where a new goal is written: in the place that it will have. */
export function NewGoalForm({ scope }: { scope: Scope }) {
  const queries = useQueryClient();
  const draft = useStore(goalDrafts, (state) => state.draft);
  const [busy, setBusy] = useState(false);

  function close() {
    closeGoalForm();
    requestAnimationFrame(() => focusGoal(undefined));
  }
  async function add() {
    setBusy(true);
    let sent = readyDraft();
    let answer = await addGoal(queries, scope, sent);
    // Another window had this draft open and sent it in other words: this one becomes a goal of its own.
    if (answer === 'id_taken') answer = await addGoal(queries, scope, (sent = readyDraft(true)));
    setBusy(false);
    // What was typed while it was being saved stays, to become a goal of its own.
    if (answer !== 'saved' || !sameWords(goalDrafts.get().draft, sent)) return;
    clearGoalDraft();
    close();
  }

  return (
    <GoalFields
      label={texts.form.text}
      hint={texts.form.hint}
      submit={texts.form.add}
      value={draft}
      busy={busy}
      onChange={changeGoalDraft}
      onSubmit={() => void add()}
      onCancel={close}
    />
  );
}
