import { useInfiniteQuery } from '@tanstack/react-query';
import Trophy from 'lucide-react/icons/trophy';
import { mediumDay } from '#platform/reader/formats.ts';
import { useToday } from '#platform/reader/use-today.ts';
import { GoalChip } from '#features/goals/web/goal-chip.tsx';
import { longWord } from '#ui/long-word.ts';
import type { MemberGoal } from '../../member-contract.ts';
import { memberTexts } from '../../member-texts.ts';
import { MemberList } from './member-list.tsx';
import { memberGoalsQuery, type MemberScope } from './member-queries.ts';

const texts = memberTexts.goals;

/** The member's goals: open ones in their order, then completed ones. */
export function MemberGoals({ scope, name }: { scope: MemberScope; name: string }) {
  const today = useToday(scope.timezone);
  const list = useInfiniteQuery(memberGoalsQuery(scope));
  return (
    <MemberList list={list} empty={{ title: texts.empty, detail: texts.emptyDetail(name) }}>
      {(rows) => (
        <div className="grid gap-7">
          <Goals
            title={texts.open}
            rows={rows.filter(({ completed_at }) => completed_at === null)}
            timezone={scope.timezone}
            today={today}
          />
          <Goals
            title={texts.done}
            rows={rows.filter(({ completed_at }) => completed_at !== null)}
            timezone={scope.timezone}
            today={today}
          />
        </div>
      )}
    </MemberList>
  );
}

type GoalsProps = { title: string; rows: MemberGoal[]; timezone: string; today: string };

function Goals({ title, rows, timezone, today }: GoalsProps) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h2 className="mb-2 text-month">{title}</h2>
      <ul aria-label={title} className="relative rounded-sheet border border-rule bg-sheet">
        <span
          aria-hidden="true"
          className="absolute inset-y-0 inset-s-[calc(var(--gutter)-1px)] w-px bg-margin opacity-65"
        />
        {rows.map((goal) => (
          <li
            key={goal.id}
            className="grid grid-cols-[var(--gutter)_minmax(0,1fr)] border-t border-rule first:border-t-0"
          >
            <span className="grid justify-items-end pt-[1.1875rem] pe-5 text-ink-3">
              <Trophy aria-hidden="true" size={18} className={goal.completed_at ? 'text-primary' : ''} />
            </span>
            <div className="py-[1.0625rem] pe-3 ps-[1.0625rem] md:pe-6 md:ps-[1.4375rem]">
              <p
                dir="auto"
                data-long-word={longWord(goal.text)}
                className="bidi-plain w-fit max-w-line text-entry wrap-anywhere whitespace-pre-wrap"
              >
                {goal.text}
                {goal.completed_at && <span aria-hidden="true" className="double-rule block" />}
              </p>
              {goal.completed_at ? (
                <p className="mt-1 text-meta font-normal text-ink-3">
                  {texts.completed(mediumDay(goal.completed_at, timezone))}
                </p>
              ) : (
                goal.cadence && (
                  <p className="mt-1">
                    <GoalChip goal={goal} today={today} />
                  </p>
                )
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
