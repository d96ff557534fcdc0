// A timeline of thousands of entries: scrolling shows each once, in order, renders few at a time, without long tasks.
import { newId } from '#platform/clock/id.ts';
import { entries, openTimeline } from './support/screen.ts';
import { openAndScrollThroughAll, scrollThroughAll } from './support/scrolling.ts';
import { expect, test } from './support/test.ts';
import { workLog, type Written } from './support/work-log.ts';

const writers = 8;

test.setTimeout(240_000);

async function writeAll(post: (entry: Written) => Promise<void>, log: Written[]): Promise<void> {
  const remaining = [...log];
  const writeSome = async () => {
    for (let next = remaining.pop(); next; next = remaining.pop()) await post(next);
  };
  await Promise.all(Array.from({ length: writers }, writeSome));
}

test('a timeline of thousands of entries scrolls smoothly, completely and in order', async ({
  page,
  person,
  logbook,
}) => {
  const log = workLog();
  const cookie = (await person.context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  await writeAll(async (entry) => {
    const response = await fetch(`${logbook.url}/api/check_ins`, {
      method: 'POST',
      headers: { cookie, origin: logbook.url, 'content-type': 'application/json' },
      body: JSON.stringify({ id: newId(), ...entry }),
    });
    expect(response.status, await response.text()).toBe(200);
  }, log);

  await openTimeline(page);
  await expect(page.getByText(`${log.length.toLocaleString('en')} entries`)).toBeVisible();
  await openAndScrollThroughAll(page, log.length);
  await expect(entries(page).first()).toBeVisible();

  await page.goto('/?from=1900-01-01');
  await expect(page.getByText('1,000+ entries found').first()).toBeVisible();
  await scrollThroughAll(page, log.length);
});
