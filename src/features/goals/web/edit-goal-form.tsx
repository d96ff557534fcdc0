import { useQueryClient } from '@tanstack/react-query';
import type { Scope } from '#platform/reader/scope.ts';
import { dayOf } from '#platform/clock/days.ts';
import { withRetries } from '#platform/http/retries.ts';
import { isClientError, messageOf } from '#platform/http/client.ts';
import { useStore } from '#ui/store.ts';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import type { Goal } from '../contract.ts';
import { periodStart } from '../rules.ts';
import { texts } from '../texts.ts';
import { changeList, withGoal } from './goal-changes.ts';
import { goalEdits, isSameInput, type GoalInput } from './goal-drafts.ts';
import { GoalFields } from './goal-fields.tsx';
import { call } from './goal-queries.ts';

type Props = { goal: Goal; scope: Scope; onClose: () => void };

/** Edits a goal's text and period inline. A changed cadence applies to the current period. */
export function EditGoalForm({ goal, scope, onClose }: Props) {
  const queries = useQueryClient();
  const draft = useStore(goalEdits.store, ({ byKey }) => byKey[goal.id]);
  const value: GoalInput = draft ?? goal;
  const about = `goal ${goal.id}`;

  function close() {
    goalEdits.put(goal.id, undefined);
    onClose();
  }
  const form = useForm({
    fields: [],
    about,
    async send() {
      const { text, cadence } = value;
      const period_start = cadence && periodStart(cadence, dayOf(Date.now(), scope.timezone));
      const body = {
        ...(text.trim() !== goal.text && { text }),
        ...(cadence !== goal.cadence && { cadence, period_start }),
      };
      await changeList(queries, scope, {
        send: () => withRetries(() => call('PATCH /api/goals/:id', { params: { id: goal.id }, body })),
        confirm: withGoal,
      });
      // Keep the form open if the user typed more while it was saving.
      if (isSameInput(goalEdits.get(goal.id) ?? value, value)) close();
    },
    onError(error) {
      const reason = isClientError(error) && messageOf(error);
      toast({ title: texts.changeFailed, ...(reason && { description: reason }), tone: 'danger', about });
      return {};
    },
  });

  return (
    <GoalFields
      label={texts.form.editText}
      hint={texts.form.editHint}
      submit={texts.form.save}
      value={value}
      form={form}
      onChange={(change) => goalEdits.put(goal.id, { text: value.text, cadence: value.cadence, ...change })}
      onCancel={close}
    />
  );
}
