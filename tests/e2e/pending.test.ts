// The pending card: labels and progress appear in order, and progress follows the bytes sent.
import { entry, openTimeline, save, write } from './support/screen.ts';
import { largeText, slowDown } from './support/throttling.ts';
import { expect, test } from './support/test.ts';

type Step = { value: number; label: string };

const labels = [
  [20, 'Saving check-in...'],
  [40, 'Preparing files...'],
  [60, 'Uploading files...'],
  [70, 'Saving shoutout...'],
  [85, 'Sending notifications...'],
  [99, 'Finalizing...'],
  [100, 'Complete!'],
] as const;

test('the pending card shows its labels in order, and progress by bytes sent during the upload', async ({
  page,
  person,
}) => {
  await person.addCheckIn('The first entry');
  await openTimeline(page);
  await page.evaluate(() => {
    const steps: Step[] = [];
    Object.assign(globalThis, { steps });
    new MutationObserver(() => {
      const bar = document.querySelector('[role=progressbar][aria-valuetext]');
      if (!bar) return;
      const step = { value: Number(bar.ariaValueNow), label: bar.ariaValueText ?? '' };
      if (steps.at(-1)?.value !== step.value) steps.push(step);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  const restoreSpeed = await slowDown(page, 400_000);
  await save(await write(page, { content: 'Slowly', files: largeText('diary.txt', 800_000) }));
  await expect(page.getByText('Check-in saved!')).toBeVisible();
  await restoreSpeed();
  await expect(entry(page, 'Slowly').getByRole('button', { name: '1 file' })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);

  const steps = await page.evaluate(() => (globalThis as unknown as { steps: Step[] }).steps);
  const values = steps.map(({ value }) => value);
  expect(values).toEqual(values.toSorted((a, b) => a - b));
  for (const { value, label } of steps) {
    expect(label, `at ${value}`).toBe(labels.find(([upTo]) => value <= upTo)?.[1]);
  }
  for (const value of [20, 40, 60, 70, 85, 100]) expect(values).toContain(value);
  expect(values.filter((value) => value > 40 && value < 60).length, values.join()).toBeGreaterThan(2);
});

test('the pending card and the message are visible for half a second, screen readers keep the message longer', async ({
  page,
  person,
}) => {
  await person.addCheckIn('The first entry');
  await openTimeline(page);
  // From here on the clock advances only as far as the test runs it.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await save(await write(page, { content: 'In no time' }));
  const message = page.getByRole('status').filter({ hasText: 'Check-in saved!' });
  const card = page.getByRole('article', { name: 'Complete!' });
  await expect(async () => {
    await page.clock.runFor(10);
    await expect(card).toBeVisible({ timeout: 200 });
  }).toPass();
  await page.clock.runFor(40);
  await expect(message).toBeVisible();
  await page.clock.runFor(400);
  await expect(card).toBeVisible();
  await page.clock.runFor(150);
  await expect(card).toHaveCount(0);
  await expect(entry(page, 'In no time')).toHaveCount(1);
  expect((await message.boundingBox())?.width).toBeLessThanOrEqual(1);
  await expect(message).toHaveText('Check-in saved!');
  await page.clock.runFor(6000);
  await expect(message).toHaveCount(0);
});
