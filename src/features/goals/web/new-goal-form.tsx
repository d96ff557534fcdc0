import { useQueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { newId } from '#platform/clock/id.ts';
import { useStore } from '#ui/store.ts';
import { useForm } from '#ui/use-form.ts';
import { texts } from '../texts.ts';
import { addGoal, newGoalAbout } from './add-goal.ts';
import { closeGoalForm, goalDraft } from './goal-drafts.ts';
import { GoalFields } from './goal-fields.tsx';
import { focusGoal } from './goal-motion.ts';

/** The form for a new goal, shown where the goal will appear. */
export function NewGoalForm({ scope }: { scope: Scope }) {
  const queries = useQueryClient();
  const draft = useStore(goalDraft.store, (state) => state.draft);
  function close() {
    closeGoalForm();
    requestAnimationFrame(() => focusGoal(undefined));
  }
  const form = useForm({
    fields: [],
    about: newGoalAbout,
    async send() {
      let sent = goalDraft.ready();
      let result = await addGoal(queries, scope, sent);
      if (result === 'id_taken') {
        // Another tab had this draft open and sent different text: this one becomes a separate goal.
        goalDraft.change({ id: newId(), sentAs: undefined });
        sent = goalDraft.ready();
        result = await addGoal(queries, scope, sent);
      }
      // Keep text typed while it was saving: it becomes a separate goal.
      if (result === 'saved' && goalDraft.clearSent(sent)) close();
    },
  });

  return (
    <GoalFields
      label={texts.form.text}
      hint={texts.form.hint}
      submit={texts.form.add}
      value={draft}
      form={form}
      onChange={goalDraft.change}
      onCancel={close}
    />
  );
}
