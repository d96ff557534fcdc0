// From a press to the paint of what it opens for the first time, and of a saved entry: the dashboard of a user with 10,000
// entries, on a slow phone. What the page loads while it is idle is loaded, as for a user who reads before they press.
import type { Locator, Page } from '@playwright/test';
import { waitForServiceWorker } from '#tests/e2e/support/browser-storage.ts';
import { idleCodeIsLoaded, pageAnswers } from '#tests/e2e/support/screen.ts';
import { inBrowser, slowProcessor } from './browser.ts';
import { bounded } from './figures.ts';
import type { Instance } from './instance.ts';
import { signUpWithLongLog } from './long-log.ts';
import type { Row } from './report.ts';
import { median } from './rounds.ts';

const slowdown = 4;
const bounds = { opening: { aim: 150, floor: 250 }, save: { aim: 100, floor: 200 } };

/** What is pressed, and the element that it opens. */
const openings = [
  {
    name: 'Add Check-in',
    press: (page: Page) => page.getByRole('button', { name: 'Add Log Entry' }).first(),
    shows: 'dialog[open] textarea',
  },
  {
    name: 'the palette',
    press: (page: Page) => page.getByRole('button', { name: 'Search or jump to...' }),
    shows: 'dialog[open] [role=option]',
  },
  {
    name: 'SHOUTOUTS',
    press: (page: Page) => page.getByRole('tab', { name: 'SHOUTOUTS' }),
    shows: '#panel-appreciation button',
  },
  {
    name: 'GOALS',
    press: (page: Page) => page.getByRole('tab', { name: 'GOALS' }),
    shows: '#panel-goals button',
  },
];
const saves = 5;

export async function openingRows(instance: Instance, rounds: number): Promise<Row[]> {
  const person = await signUpWithLongLog(instance, 'opener');
  const times: Record<string, number[]> = {};
  const saved: number[] = [];
  await inBrowser(async (open) => {
    for (let round = 0; round < rounds; round += 1) {
      const context = await open(instance, person, 'phone');
      const page = await context.newPage();
      await page.goto('/');
      await pageAnswers(page);
      await idleCodeIsLoaded(page);
      await waitForServiceWorker(page);
      await slowProcessor(page, slowdown);
      for (const { name, press, shows } of openings) {
        (times[name] ??= []).push(await pressToPaint(page, press(page), shows));
        await page.keyboard.press('Escape');
        await page.locator('dialog[open]').waitFor({ state: 'detached' });
      }
      await page.getByRole('tab', { name: 'TIMELINE' }).click();
      for (let save = 0; save < saves; save += 1)
        saved.push(await saveToPaint(page, `Number ${round}.${save}.`));
      await context.close();
    }
  });
  return [
    ...openings.map(({ name }) => ({
      ...bounded(`${name}, first opening on a slow phone`, median(times[name]!), 'ms', bounds.opening),
      details: times[name],
    })),
    { ...bounded('an entry is shown after Save', median(saved), 'ms', bounds.save), details: saved },
  ];
}

async function saveToPaint(page: Page, content: string): Promise<number> {
  await page.getByRole('button', { name: 'Add Log Entry' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Check-in' });
  await dialog.getByLabel('What did you do?').fill(content);
  const ms = await pressToPaint(
    page,
    dialog.getByRole('button', { name: 'Save Check-in' }),
    'main article',
    content,
  );
  await page.locator('[data-entry]').filter({ hasText: content }).waitFor();
  return ms;
}

/**
 * Presses the element, and resolves to the milliseconds from the press until a frame has been painted in which the first
 * element that matches `shows` contains the text.
 */
async function pressToPaint(page: Page, element: Locator, shows: string, text = ''): Promise<number> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  const painted = await page.evaluateHandle(watchPress, [shows, text] as const);
  // Not `click()` of the element, which examines the page between the press and the event.
  await page.mouse.click(box!.x + box!.width / 2, box!.y + box!.height / 2);
  return painted.evaluate(({ promise }) => promise);
}

/** Runs in the page. */
function watchPress([selector, content]: readonly [string, string]): { promise: Promise<number> } {
  const { promise, resolve } = Promise.withResolvers<number>();
  let pressed: number | undefined;
  addEventListener('click', ({ timeStamp }) => (pressed = timeStamp), { capture: true, once: true });
  requestAnimationFrame(function frame() {
    const found = pressed !== undefined && document.querySelector(selector);
    if (!found || !found.textContent.includes(content)) {
      requestAnimationFrame(frame);
      return;
    }
    // The message arrives after the frame was painted.
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => resolve(performance.now() - pressed!), { once: true });
    port1.start();
    port2.postMessage(undefined);
  });
  return { promise };
}
