// Operates a window the way a user does. Every step waits until the screen is ready for it.
import { vi } from 'vitest';
import type { BrowserWindow } from './engine.ts';
import { hasClickArrived, type PageQuery } from './find.ts';

const timeoutMs = 15_000;

export class Screen {
  readonly window: BrowserWindow;
  readonly #origin: string;

  constructor(window: BrowserWindow, origin: string) {
    this.window = window;
    this.#origin = origin;
  }

  open(path: string): Promise<void> {
    return this.window.goto(this.#origin + path);
  }

  click(query: PageQuery): Promise<void> {
    return retry(`click ${describeQuery(query)}`, async () => {
      if (!(await this.window.click(query))) return false;
      // Content that loads late may move the element away between finding and clicking it.
      // If the click leaves the document, this check ends with an error.
      return (await this.window.evaluate(hasClickArrived).catch(() => true)) === true;
    });
  }

  /** Clicks until the dialog is open: a press that comes before the page is ready is repeated by the page itself. */
  openDialog(opener: PageQuery, dialog: PageQuery): Promise<void> {
    return retry(`open ${describeQuery(dialog)}`, async () => {
      if ((await this.window.count(dialog)) > 0) return true;
      await this.window.click(opener);
      return false;
    });
  }

  fill(query: PageQuery, text: string): Promise<void> {
    return retry(`fill ${describeQuery(query)}`, () => this.window.fill(query, text));
  }

  upload(query: PageQuery, ...paths: string[]): Promise<void> {
    return retry(`choose files in ${describeQuery(query)}`, () => this.window.upload(query, paths));
  }

  /** Waits until `count` elements match, by default at least one. */
  see(
    query: PageQuery,
    { count, within = timeoutMs }: { count?: number; within?: number } = {},
  ): Promise<void> {
    const isExpected = (found: number) => (count === undefined ? found > 0 : found === count);
    return retry(
      `see ${count ?? 'at least one'} ${describeQuery(query)}`,
      async () => isExpected(await this.window.count(query)),
      within,
    );
  }

  /** Waits until no element matches. */
  dontSee(query: PageQuery, within = timeoutMs): Promise<void> {
    return this.see(query, { count: 0, within });
  }

  /** Waits until a JavaScript expression in the page is true. */
  waitUntilTrue(expression: string): Promise<void> {
    return retry(expression, async () => (await this.window.evaluate(expression)) === true);
  }
}

function describeQuery({ css, name, text, within }: PageQuery): string {
  const parts = [css, name && `named /${name.source}/`, text && `with /${text.source}/`];
  return parts.filter(Boolean).join(' ') + (within ? ` in ${describeQuery(within)}` : '');
}

async function retry(what: string, attempt: () => Promise<boolean>, timeout = timeoutMs): Promise<void> {
  await vi.waitFor(
    async () => {
      if (!(await attempt())) throw new Error(`Not possible within ${timeout / 1000} s: ${what}`);
    },
    { timeout, interval: 100 },
  );
}
