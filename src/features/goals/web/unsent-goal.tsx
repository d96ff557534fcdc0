// A goal on the list that the server does not have yet: its status and its actions.
import { useQueryClient } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import WifiOff from 'lucide-react/icons/wifi-off';
import type { Queued } from '#platform/outbox/queue.ts';
import type { Scope } from '#platform/reader/scope.ts';
import { startOf } from '#platform/reader/formats.ts';
import { Button } from '#ui/button.tsx';
import { showUndoToast } from '#ui/undo-toast.ts';
import type { Goal } from '../contract.ts';
import { texts } from '../texts.ts';
import { completeGoal } from './complete-goal.ts';
import { focusNeighbor, focusGoal } from './goal-motion.ts';
import { goalOutbox } from './goal-outbox.ts';
import { dropGoal, goalQueue, type GoalWrite } from './goal-queue.ts';

/** Why the goal is not saved yet: offline, or refused. */
export function Unsent({ state, reason }: Queued<GoalWrite>) {
  return state !== 'refused' ? (
    <span className="mt-1.5 flex items-center gap-1.5 text-meta text-ochre">
      <WifiOff aria-hidden="true" size={14} />
      {texts.waiting.label}
    </span>
  ) : (
    <span className="mt-1.5 block text-meta text-danger">{reason || texts.added.failed}</span>
  );
}

type Props = { id: string; goal: Goal; unsent: Queued<GoalWrite>; scope: Scope };

export function UnsentTools({ id, goal, unsent, scope }: Props) {
  const queries = useQueryClient();
  return (
    <div
      id={id}
      role="group"
      aria-label={texts.tools.label}
      className="-mt-1.5 flex animate-open flex-wrap items-center gap-2 pe-3 pb-3.5 ps-[1.0625rem] md:ps-[1.4375rem]"
    >
      {unsent.state !== 'refused' ? (
        <Button onClick={() => void completeGoal(queries, scope, goal)}>
          <Check aria-hidden="true" size={16} className="text-primary" />
          {texts.tools.complete}
        </Button>
      ) : (
        <Button onClick={() => void goalOutbox.sendAgain(`add-${goal.id}`, { queries, scope })}>
          {texts.waiting.tryAgain}
        </Button>
      )}
      <Button variant="quiet" onClick={() => discard(unsent)}>
        {texts.waiting.discard}
      </Button>
    </div>
  );
}

/** Discards without confirmation: a toast offers Undo for 10 seconds. */
function discard(unsent: Queued<GoalWrite>): void {
  const { id, text } = unsent.write.goal;
  focusNeighbor(id);
  dropGoal(id);
  showUndoToast({
    title: texts.waiting.discarded,
    description: startOf(text),
    onUndo: () => {
      goalQueue.put(unsent);
      focusGoal(id);
    },
  });
}
