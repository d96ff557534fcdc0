// A window as the user works with it: every step waits until the screen is ready for it.
import { vi } from 'vitest';
import type { BrowserWindow } from './engine.ts';
import type { PageQuery } from './find.ts';

const patienceMs = 15_000;

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
    return until(`click ${named(query)}`, () => this.window.click(query));
  }

  fill(query: PageQuery, text: string): Promise<void> {
    return until(`fill ${named(query)}`, () => this.window.fill(query, text));
  }

  upload(query: PageQuery, ...paths: string[]): Promise<void> {
    return until(`choose files in ${named(query)}`, () => this.window.upload(query, paths));
  }

  /** Waits until so many elements match; by default at least one. */
  see(
    query: PageQuery,
    { count, within = patienceMs }: { count?: number; within?: number } = {},
  ): Promise<void> {
    const isRight = (found: number) => (count === undefined ? found > 0 : found === count);
    return until(
      `see ${count ?? 'at least one'} ${named(query)}`,
      async () => isRight(await this.window.count(query)),
      within,
    );
  }

  gone(query: PageQuery, within = patienceMs): Promise<void> {
    return this.see(query, { count: 0, within });
  }

  /** Waits until a JavaScript expression in the page is true. */
  holds(expression: string): Promise<void> {
    return until(expression, async () => (await this.window.evaluate(expression)) === true);
  }
}

function named({ css, name, text, within }: PageQuery): string {
  const parts = [css, name && `named /${name.source}/`, text && `with /${text.source}/`];
  return parts.filter(Boolean).join(' ') + (within ? ` in ${named(within)}` : '');
}

async function until(what: string, attempt: () => Promise<boolean>, timeout = patienceMs): Promise<void> {
  await vi.waitFor(
    async () => {
      if (!(await attempt())) throw new Error(`Not possible within ${timeout / 1000} s: ${what}`);
    },
    { timeout, interval: 100 },
  );
}
