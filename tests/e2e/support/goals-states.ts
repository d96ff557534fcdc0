// The GOALS tab in all its states.
import type { Page } from '@playwright/test';
import type { Noise } from './noise.ts';
import { chooseGoalAction, goal, goalField, openGoals, setGoals } from './goals-screen.ts';
import type { Person } from './person.ts';
import type { Visit } from './settings-states.ts';
import { withoutResponses } from './screen.ts';

const texts = [
  'Talk to three customers who left, and write down what they needed',
  'Ship the new import behind a flag.\nFirst to the two teams that asked for it.',
  'Read the book on queueing theory',
  'Give a talk on the migration',
];

/** The Monday of a past week. */
const pastMonday = '2026-01-05';

export async function visitGoals(page: Page, person: Person, noise: Noise, visit: Visit): Promise<void> {
  await withoutResponses(page);
  await openGoals(page);
  await visit('goals-empty');
  await page.getByRole('button', { name: 'Add a goal' }).click();
  await goalField(page).fill('Talk to three customers');
  await page.getByRole('radio', { name: 'Monthly' }).check();
  await visit('goals-first');
  await page.getByRole('button', { name: 'Cancel' }).click();

  const [first = '', ...others] = texts;
  await person.setGoal(first, { cadence: 'weekly', period_start: pastMonday });
  for (const [index, text] of others.entries()) {
    const cadence = (['quarterly', 'monthly'] as const)[index];
    await person.setGoal(text, cadence && periodOf(cadence));
  }
  await openGoals(page);
  await goal(page, first).waitFor();
  await page.getByText('Draft kept').waitFor();
  await visit('goals');
  await goal(page, first).locator('[data-toggle]').click();
  await visit('goals-tools');
  await chooseGoalAction(goal(page, 'Ship the new import'), 'Edit');
  await visit('goals-edit');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await chooseGoalAction(goal(page, first), 'Mark complete');
  await page.getByRole('button', { name: 'Set it again' }).waitFor();
  await goal(page, first).waitFor({ state: 'hidden' });
  await visit('goals-completed');
  await setGoals(page, 'One more');

  noise.allow(/failed GET \/api\/goals/);
  await page.route('**/api/goals', (route) => route.abort());
  await page.goto('/?tab=goals');
  await page.getByRole('heading', { name: 'Failed to load goals' }).waitFor();
  await visit('goals-failed');
  await page.unroute('**/api/goals');
  await page.getByRole('button', { name: 'Try again' }).click();
  await goal(page, 'One more').waitFor();
}

function periodOf(cadence: 'monthly' | 'quarterly') {
  const now = new Date();
  const month = cadence === 'monthly' ? now.getMonth() : Math.floor(now.getMonth() / 3) * 3;
  const period_start = new Date(Date.UTC(now.getFullYear(), month, 1)).toISOString().slice(0, 10);
  return { cadence, period_start };
}
