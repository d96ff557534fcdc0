import { newId } from '#platform/clock/id.ts';
import { limits } from '../../constants.ts';
import { shownGoal } from './shown.ts';
import { tool } from './tool.ts';

export const listGoals = tool('list_goals', ['GET /api/goals'], async ({ input, run, timeZone }) => {
  const { rows } = await run('GET /api/goals', {});
  const page = input.page ?? 1;
  const end = page * limits.page;
  return {
    time_zone: timeZone,
    open: rows.length,
    goals: rows.slice(end - limits.page, end).map((goal) => shownGoal(goal, timeZone)),
    next_page: rows.length > end ? page + 1 : null,
  };
});

export const addGoal = tool('add_goal', ['POST /api/goals'], async ({ input, run, timeZone }) => ({
  time_zone: timeZone,
  goal: shownGoal(await run('POST /api/goals', { body: input }), timeZone),
}));

export const completeGoal = tool(
  'complete_goal',
  ['POST /api/goals/:id/complete'],
  async ({ input: { id }, run, timeZone }) => {
    const { goal, check_in } = await run('POST /api/goals/:id/complete', {
      params: { id },
      body: { check_in_id: newId() },
    });
    return { time_zone: timeZone, goal: shownGoal(goal, timeZone), entry_id: check_in?.id ?? null };
  },
);
