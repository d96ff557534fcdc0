// A few goals for the seed: weekly, monthly in a past period, quarterly, and without a period.
import type { Database } from '#platform/database/open.ts';
import type { Cadence } from '#features/goals/contract.ts';
import { periodStart } from '#features/goals/rules.ts';
import { dayMs } from '#platform/clock/durations.ts';
import { hashOf, idFrom } from './entries.ts';

export type SeedGoal = { id: string; text: string; cadence: Cadence | null; periodStart: string | null };

/** The goals of one user; `now` in ms since 1970. Ids depend on the user and are the same in every run. */
export function seedGoals(userId: string, now: number): SeedGoal[] {
  const at = (cadence: Cadence, time: number) => ({
    cadence,
    periodStart: periodStart(cadence, new Date(time).toISOString().slice(0, 10)),
  });
  const goals = [
    { text: 'Answer the three oldest questions in the team channel', ...at('weekly', now) },
    { text: 'Document how to roll back the nightly import', ...at('monthly', now - 32 * dayMs) },
    { text: 'Give a talk on what we learned from the migration', ...at('quarterly', now) },
    { text: 'Read the book on queueing theory', cadence: null, periodStart: null },
  ];
  return goals.map((goal, index) => ({
    ...goal,
    id: idFrom(Date.UTC(2026, 0, 1) + index, hashOf(userId, 'goal', goal.text)),
  }));
}

/** Inserts the missing goals and resolves to their number. */
export function addGoals(database: Database, userId: string, goals: SeedGoal[]): Promise<number> {
  return database.asOwner(async (db) => {
    const { rowCount } = await db.query(
      `insert into goals (id, user_id, text, cadence, period_start, position)
       select g.id, $1, g.text, g.cadence, g."periodStart", row_number() over (order by g.id)
       from jsonb_to_recordset($2) as g(id uuid, text text, cadence text, "periodStart" date)
       on conflict (id) do nothing`,
      [userId, JSON.stringify(goals)],
    );
    return rowCount ?? 0;
  });
}
