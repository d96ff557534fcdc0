// What a page fetches on a connection that the user pays for by the megabyte.
import type { Page } from '@playwright/test';
import { firstSecondsMs } from './support/fetched.ts';
import { goal, setGoals } from './support/goals-screen.ts';
import { entry, idleCodeIsLoaded, openTimeline, pageAnswers, save, write } from './support/screen.ts';
import { expect, test } from './support/test.ts';

/** The latest start of what waits for an idle moment (`src/ui/when-idle.ts`), and time to request it. */
const idleMs = firstSecondsMs + 2500;

const queuedEntries = (page: Page) => page.getByRole('article', { name: 'Waiting for a connection' });

async function savingData(page: Page): Promise<void> {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  );
}

/** The names of the scripts that the page requested after its first seconds. */
async function fetchedAhead(page: Page): Promise<string[]> {
  await page.waitForFunction((ms) => performance.now() > ms, idleMs);
  return page.evaluate(
    (ms) =>
      performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => name.endsWith('.js') && startTime > ms)
        .map(({ name }) => name.replace(/^.*\/|-.{8}\.js$/g, '')),
    firstSecondsMs - 100,
  );
}

test('with Save-Data, nothing is fetched ahead until the user acts', async ({
  page,
  person,
  context,
  noise,
}) => {
  noise.allow(/failed POST \/api\/check_ins: net::ERR_INTERNET_DISCONNECTED/);
  await person.addCheckIn('An entry');
  await savingData(page);
  await openTimeline(page);
  // It deletes what an ended session left.
  expect(await fetchedAhead(page)).toEqual(['register']);

  const dialog = await write(page, { content: 'Written without a connection' });
  await idleCodeIsLoaded(page);
  await context.setOffline(true);
  await save(dialog);
  await expect(queuedEntries(page)).toHaveCount(1);
  await context.setOffline(false);
  await expect(entry(page, 'Written without a connection')).toBeVisible();
  await expect(queuedEntries(page)).toHaveCount(0);
});

test('with Save-Data, a page sends what an earlier page could not, while the user does nothing', async ({
  page,
  person,
  context,
  noise,
}) => {
  noise.allow(/failed POST \/api\/goals: net::ERR_INTERNET_DISCONNECTED/);
  await savingData(page);
  await page.goto('/?tab=goals');
  await pageAnswers(page);
  await page.keyboard.press('Shift');
  await idleCodeIsLoaded(page);
  await context.setOffline(true);
  await setGoals(page, 'Call home');
  await expect(goal(page, 'Call home').getByText('Waiting for a connection')).toBeVisible();
  await page.close();
  await context.setOffline(false);

  const later = await context.newPage();
  await savingData(later);
  await later.goto('/');
  const sent = async () =>
    ((await (await person.get('/api/goals')).json()) as { rows: unknown[] }).rows.length;
  await expect.poll(sent, { timeout: idleMs + 5000 }).toBe(1);
});
