import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Scope } from '#features/check-ins/web/queries/check-in-queries.ts';
import { dayOf } from '#features/check-ins/web/months.ts';
import { untilAnswered } from '#features/check-ins/web/queries/until-answered.ts';
import { Problem } from '#platform/http/client.ts';
import { useStore } from '#ui/store.ts';
import { dismissAbout, toast } from '#ui/toast.ts';
import type { Goal } from '../contract.ts';
import { periodStart } from '../rules.ts';
import { texts } from '../texts.ts';
import { withGoal } from './goal-changes.ts';
import { goalDrafts, keepGoalEdit, sameWords, type Words } from './goal-drafts.ts';
import { GoalFields } from './goal-fields.tsx';
import { call, goalsQuery } from './goal-queries.ts';

type Props = { goal: Goal; scope: Scope; onClose: () => void };

/** Words and period of a goal on the list, in its own place. A cadence that is changed means the period under way. */
export function EditGoalForm({ goal, scope, onClose }: Props) {
  const queries = useQueryClient();
  const kept = useStore(goalDrafts, ({ edits }) => edits[goal.id]);
  const [busy, setBusy] = useState(false);
  const value: Words = kept ?? goal;

  function close() {
    keepGoalEdit(goal.id, undefined);
    onClose();
  }
  async function save() {
    const { text, cadence } = value;
    const period_start = cadence && periodStart(cadence, dayOf(Date.now(), scope.timezone));
    const body = {
      ...(text.trim() !== goal.text && { text }),
      ...(cadence !== goal.cadence && { cadence, period_start }),
    };
    setBusy(true);
    try {
      const changed = await untilAnswered(() =>
        call('PATCH /api/goals/:id', { params: { id: goal.id }, body }),
      );
      queries.setQueryData(goalsQuery(scope).queryKey, (goals) => goals && withGoal(goals, changed));
      dismissAbout(`goal ${goal.id}`);
      // What was typed while it was being saved stays open.
      if (sameWords(goalDrafts.get().edits[goal.id] ?? value, value)) close();
    } catch (error) {
      tellFailed(error, goal.id);
    } finally {
      setBusy(false);
    }
  }

  return (
    <GoalFields
      label={texts.form.editText}
      hint={texts.form.editHint}
      submit={texts.form.save}
      value={value}
      busy={busy}
      onChange={(change) => keepGoalEdit(goal.id, { text: value.text, cadence: value.cadence, ...change })}
      onSubmit={() => void save()}
      onCancel={close}
    />
  );
}

function tellFailed(error: unknown, id: string): void {
  const refused = error instanceof Problem && error.status >= 400 && error.status < 500 ? error : undefined;
  const why = refused && (refused.detail ?? refused.title);
  toast({ title: texts.changeFailed, ...(why && { description: why }), tone: 'danger', about: `goal ${id}` });
}
