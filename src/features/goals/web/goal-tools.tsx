import { useQueryClient } from '@tanstack/react-query';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Check from 'lucide-react/icons/check';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import type { Scope } from '#platform/reader/scope.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import type { Goal } from '../contract.ts';
import { texts } from '../texts.ts';
import { completeGoal } from './complete-goal.ts';
import { deleteGoal } from './delete-goal.ts';
import { stepGoal } from './move-goal.ts';

type Props = { id: string; goal: Goal; scope: Scope; first: boolean; last: boolean; onEdit: () => void };

/** The actions for a goal. */
export function GoalTools({ id, goal, scope, first, last, onEdit }: Props) {
  const queries = useQueryClient();
  const move = (step: 1 | -1) => stepGoal(queries, scope, goal.id, step);
  return (
    <div
      id={id}
      role="group"
      aria-label={texts.tools.label}
      className="-mt-1.5 flex animate-open flex-wrap items-center gap-y-1 pe-3 pb-3.5 ps-[1.0625rem] md:ps-[1.4375rem]"
    >
      <Button className="me-2" onClick={() => void completeGoal(queries, scope, goal)}>
        <Check aria-hidden="true" size={16} className="text-primary" />
        {texts.tools.complete}
      </Button>
      <div className="flex gap-1">
        <IconButton label={texts.tools.edit} onClick={onEdit}>
          <Pencil aria-hidden="true" size={16} />
        </IconButton>
        {!(first && last) && (
          <>
            {/* Not removed at the ends of the list: that would lose the focus. */}
            <IconButton label={texts.tools.up} aria-disabled={first || undefined} onClick={() => move(-1)}>
              <ArrowUp aria-hidden="true" size={16} />
            </IconButton>
            <IconButton label={texts.tools.down} aria-disabled={last || undefined} onClick={() => move(1)}>
              <ArrowDown aria-hidden="true" size={16} />
            </IconButton>
          </>
        )}
        <IconButton label={texts.tools.delete} onClick={() => void deleteGoal(queries, scope, goal)}>
          <Trash2 aria-hidden="true" size={16} />
        </IconButton>
      </div>
    </div>
  );
}
