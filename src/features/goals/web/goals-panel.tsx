import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Scope } from '#platform/reader/scope.ts';
import { useToday } from '#platform/reader/use-today.ts';
import { isBlank } from '#platform/text/plain-text.ts';
import { Button } from '#ui/button.tsx';
import { useStore } from '#ui/store.ts';
import { dismissToastsAbout, toast } from '#ui/toast.ts';
import { useDragOrder } from '#ui/use-drag-order.ts';
import type { Goal } from '../contract.ts';
import { refusalTexts, texts } from '../texts.ts';
import {
  goalDraft,
  goalEdits,
  goalForm,
  loadGoalDrafts,
  openGoalForm,
  rescueGoalEdit,
} from './goal-drafts.ts';
import { focusGoal } from './goal-motion.ts';
import { goalsQuery } from './goal-queries.ts';
import { goalQueue, useGoalQueue, withQueued } from './goal-queue.ts';
import { GoalRow, NumberedRow } from './goal-row.tsx';
import { GoalsFailed, GoalsLoading, NoGoals } from './goals-states.tsx';
import { moveGoal } from './move-goal.ts';
import { NewGoalForm } from './new-goal-form.tsx';
import { useStatusMessage } from './status-message.ts';
import { useLiveGoals } from './use-live-goals.ts';

/** The GOALS tab: the user's goals in their own order. */
export function GoalsPanel({ scope }: { scope: Scope }) {
  const { userId } = scope;
  const statusMessage = useStatusMessage();
  useLiveGoals(scope);
  // Must run before the list decides which goal is being edited.
  useState(() => loadGoalDrafts(userId));
  useState(() => goalQueue.load(userId));
  return (
    <>
      <Goals scope={scope} />
      <p role="status" className="sr-only">
        {statusMessage}
      </p>
    </>
  );
}

function Goals({ scope }: { scope: Scope }) {
  const goals = useQuery(goalsQuery(scope));
  const { data, isError, isPaused, refetch, errorUpdateCount } = goals;
  const open = useStore(goalForm, (state) => state.open);
  const queue = useGoalQueue();
  useEffect(() => {
    if (errorUpdateCount > 0) toast({ title: texts.failed.toast, tone: 'danger', about: 'goals' });
  }, [errorUpdateCount]);
  useEffect(() => {
    if (!isError) dismissToastsAbout('goals');
  }, [isError]);
  useRescuedEdits(data, scope);

  if (!data) {
    if (isError || isPaused) return <GoalsFailed offline={isPaused} onRetry={() => void refetch()} />;
    return <GoalsLoading />;
  }
  const shown = withQueued(data, scope.userId, queue);
  if (shown.length === 0 && !open) return <NoGoals />;
  return (
    <>
      <AddGoal hidden={open} />
      <List goals={shown} scope={scope} adding={open} />
    </>
  );
}

/**
 * Moves the unsaved edit of a goal that has left the list into the draft of a new goal. A cached list may be older than
 * the goal, for example after an import, so the list is requested again first.
 */
function useRescuedEdits(goals: Goal[] | undefined, scope: Scope): void {
  const queries = useQueryClient();
  const edits = useStore(goalEdits.store, ({ byKey }) => byKey);
  const gone = goals && Object.keys(edits).find((id) => !goals.some((goal) => goal.id === id));
  const rescue = useEffectEvent(async (id: string) => {
    const { queryKey } = goalsQuery(scope);
    await queries.refetchQueries({ queryKey }, { throwOnError: true });
    const listed = queries.getQueryData(queryKey)?.some((goal) => goal.id === id);
    if (listed || !rescueGoalEdit(id)) return;
    const { title } = refusalTexts.goal_off_list;
    toast({ title, description: texts.editKept, tone: 'danger' });
  });
  useEffect(() => {
    // Without a response, the edit stays where it is until the list changes again.
    if (gone !== undefined) rescue(gone).catch(() => undefined);
  }, [gone]);
}

function AddGoal({ hidden }: { hidden: boolean }) {
  const hasDraft = useStore(goalDraft.store, ({ draft }) => !isBlank(draft.text));
  if (hidden) return <div className="pt-6" />;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-6 pb-7">
      <Button variant="primary" data-add-goal onClick={openGoalForm}>
        {texts.add}
      </Button>
      {hasDraft && <p className="text-meta text-ink-2">{texts.form.draftKept}</p>}
    </div>
  );
}

function List({ goals, scope, adding }: { goals: Goal[]; scope: Scope; adding: boolean }) {
  const queries = useQueryClient();
  const today = useToday(scope.timezone);
  const [opened, setOpened] = useState<string>();
  const unsent = useGoalQueue().filter(({ write }) => write.kind === 'add');
  const edits = useStore(goalEdits.store, ({ byKey }) => byKey);
  const [editing, setEditing] = useState<string | undefined>(() => Object.keys(edits)[0]);
  const order = goals.map(({ id }) => id).join();
  const grab = useDragOrder(order, (id, after) => void moveGoal(queries, scope, id, after));

  return (
    <div className="relative overflow-clip rounded-sheet border border-rule bg-sheet">
      <ol>
        {goals.map((goal, index) => (
          <GoalRow
            key={goal.id}
            goal={goal}
            number={index + 1}
            of={goals.length}
            scope={scope}
            today={today}
            unsent={unsent.find(({ write }) => write.goal.id === goal.id)}
            open={opened === goal.id}
            editing={editing === goal.id}
            onToggle={() => setOpened(opened === goal.id ? undefined : goal.id)}
            onEdit={(on) => {
              setEditing(on ? goal.id : undefined);
              if (!on) requestAnimationFrame(() => focusGoal(goal.id));
            }}
            onGrab={grab}
          />
        ))}
        {adding && (
          <NumberedRow number={goals.length + 1}>
            <div className="py-4 pe-3 ps-[1.0625rem] md:pe-6 md:ps-[1.4375rem]">
              <NewGoalForm scope={scope} />
            </div>
          </NumberedRow>
        )}
      </ol>
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 inset-s-[calc(var(--gutter)-1px)] z-20 w-px bg-margin opacity-65"
      />
    </div>
  );
}
