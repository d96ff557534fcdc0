import { useQueryClient } from '@tanstack/react-query';
import GripVertical from 'lucide-react/icons/grip-vertical';
import { useId, useLayoutEffect, type PointerEvent, type ReactNode } from 'react';
import type { Queued } from '#platform/outbox/queue.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { cx } from '#ui/cx.ts';
import { longWord } from '#ui/long-word.ts';
import type { Goal } from '../contract.ts';
import { texts } from '../texts.ts';
import { EditGoalForm } from './edit-goal-form.tsx';
import { GoalChip } from './goal-chip.tsx';
import { endLeaving } from './goal-motion.ts';
import type { GoalWrite } from './goal-queue.ts';
import { GoalTools } from './goal-tools.tsx';
import { stepGoal } from './move-goal.ts';
import { Unsent, UnsentTools } from './unsent-goal.tsx';

/** One row of the list: its number in the gutter, its content behind the margin rule. */
export function NumberedRow({
  number,
  goalId,
  children,
  className,
}: {
  number: number;
  goalId?: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <li
      data-goal={goalId}
      data-draggable={goalId}
      className={cx(
        'group relative grid grid-cols-[var(--gutter)_minmax(0,1fr)_auto] border-t border-rule bg-sheet first:border-t-0',
        className,
      )}
    >
      <p
        aria-hidden="true"
        className="figures pt-[1.3125rem] pe-4 text-end text-meta font-semibold text-ink-2 md:pe-5"
      >
        {number}
      </p>
      {children}
    </li>
  );
}

type Props = {
  goal: Goal;
  number: number;
  of: number;
  scope: Scope;
  today: string;
  /** Set while the server does not have the goal yet. */
  unsent: Queued<GoalWrite> | undefined;
  /** Whether the goal's actions are shown. */
  open: boolean;
  editing: boolean;
  onToggle: () => void;
  onEdit: (editing: boolean) => void;
  onGrab: (event: PointerEvent<HTMLElement>) => void;
};

/** One goal. Clicking it toggles its actions; Alt+Up and Alt+Down move it (R-C2). */
export function GoalRow(props: Props) {
  const { goal, number, of, scope, today, unsent, open, editing, onToggle, onEdit, onGrab } = props;
  const queries = useQueryClient();
  const toolsId = useId();
  useLayoutEffect(() => () => endLeaving(goal.id), [goal.id]);
  if (editing) {
    return (
      <NumberedRow number={number} goalId={goal.id}>
        <div className="py-4 pe-3 ps-[1.0625rem] md:pe-6 md:ps-[1.4375rem]">
          <EditGoalForm goal={goal} scope={scope} onClose={() => onEdit(false)} />
        </div>
      </NumberedRow>
    );
  }
  return (
    <NumberedRow
      number={number}
      goalId={goal.id}
      className="transition-transform duration-[180ms] data-dragged:z-10 data-dragged:shadow-float data-dragged:transition-none"
    >
      <div className="min-w-0">
        <button
          type="button"
          data-toggle
          aria-expanded={open}
          aria-controls={open ? toolsId : undefined}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onClick={onToggle}
          onKeyDown={(event) => {
            const step = { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key];
            if (!event.altKey || !step) return;
            event.preventDefault();
            stepGoal(queries, scope, goal.id, step);
          }}
          className="relative block w-full py-[1.0625rem] pe-3 ps-[1.0625rem] text-start outline-offset-[-2px] md:pe-6 md:ps-[1.4375rem]"
        >
          <span
            dir="auto"
            data-long-word={longWord(goal.text)}
            className="bidi-plain block w-fit text-start max-w-line text-entry wrap-anywhere whitespace-pre-wrap"
          >
            {goal.text}
            <span
              data-rule
              aria-hidden="true"
              className="double-rule block origin-left mirrored:origin-right opacity-0"
            />
          </span>
          {goal.cadence && (
            <span className="mt-1 block">
              <GoalChip goal={goal} today={today} />
            </span>
          )}
          {unsent && <Unsent {...unsent} />}
        </button>
        {open && unsent && <UnsentTools id={toolsId} goal={goal} unsent={unsent} scope={scope} />}
        {open && !unsent && (
          <GoalTools
            id={toolsId}
            goal={goal}
            scope={scope}
            first={number === 1}
            last={number === of}
            onEdit={() => onEdit(true)}
          />
        )}
      </div>
      {of > 1 && !unsent && <Grip onGrab={onGrab} />}
    </NumberedRow>
  );
}

/** Drag handle for a goal. Keys and buttons do the same. */
function Grip({ onGrab }: { onGrab: (event: PointerEvent<HTMLElement>) => void }) {
  return (
    <span
      aria-hidden="true"
      data-grip
      title={texts.tools.drag}
      onPointerDown={onGrab}
      className="mt-2.5 me-1 grid size-control cursor-grab touch-none place-items-center rounded-control text-ink-3 opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 group-data-dragged:cursor-grabbing group-data-dragged:opacity-100 hover:bg-sunken pointer-coarse:opacity-100"
    >
      <GripVertical size={18} />
    </span>
  );
}
