// How long it takes until an entry saved in one window is shown in another window of the same user.
import type { Page } from '@playwright/test';
import { inBrowser } from './browser.ts';
import type { Instance } from './instance.ts';
import { atMost, type Row } from './report.ts';
import { median } from './rounds.ts';

const bounds = { aim: 100, floor: 150 };

/** Resolves to the time when the page's document contains the text. */
function whenShown(page: Page, content: string): Promise<number> {
  return page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const rows = [...document.querySelectorAll('article')];
          if (!rows.some((row) => row.textContent.includes(text))) return;
          observer.disconnect();
          resolve(performance.timeOrigin + performance.now());
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        look();
      }),
    content,
  );
}

/** Saves an entry and resolves to the time of the click. */
async function save(page: Page, content: string): Promise<number> {
  await page.getByRole('button', { name: 'Add Log Entry' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Check-in' });
  await dialog.getByLabel('What did you do?').fill(content);
  return dialog.getByRole('button', { name: 'Save Check-in' }).evaluate((button: HTMLElement) => {
    const clicked = performance.timeOrigin + performance.now();
    button.click();
    return clicked;
  });
}

export async function liveRow(instance: Instance, times: number): Promise<Row> {
  const person = await instance.signUpSettled('two-windows');
  const durations = await inBrowser(async (open) => {
    const [writer, reader] = await Promise.all(
      [1, 2].map(async () => {
        const page = await (await open(instance, person)).newPage();
        const listening = page.waitForEvent('websocket');
        await page.goto('/');
        await (await listening).waitForEvent('framereceived');
        return page;
      }),
    );
    const all: number[] = [];
    for (let time = 0; time <= times; time++) {
      const content = `Seen in the other window, number ${time}.`;
      const shown = whenShown(reader!, content);
      const clicked = await save(writer!, content);
      const ms = (await shown) - clicked;
      // Not counted: the first entry also loads code.
      if (time > 0) all.push(ms);
      await writer!.getByRole('dialog').waitFor({ state: 'hidden' });
    }
    return all;
  });
  const ms = median(durations);
  return {
    name: 'an entry saved in one window is shown in another',
    ours: `${ms.toFixed(0)} ms`,
    reference: '',
    ratio: null,
    aim: `${bounds.aim} ms`,
    floor: `${bounds.floor} ms`,
    verdict: atMost(ms, bounds),
    details: durations,
  };
}
