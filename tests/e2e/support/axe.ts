// Runs axe in a page. Axe's own wrapper for Playwright loads a megabyte of source twice for every run. This loads the
// minified half of it once per document.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axeCore from 'axe-core';
import type { RunOptions } from 'axe-core';

declare global {
  /** In a page that has loaded axe. */
  var axe: Pick<typeof axeCore, 'run'> | undefined;
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export type AxeResult = {
  /** As `rule at element: explanation`. */
  violations: string[];
  /** The rules that hold, and those that axe cannot decide here. A rule can be both, for different elements. */
  held: string[];
  undecided: string[];
};

/** What axe says of the document of the page. Frames are not checked. */
export async function checkByAxe(page: Page, options: RunOptions): Promise<AxeResult> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const { violations, held, undecided } = await page.evaluate(
    async (runOptions) => {
      const { violations, passes, incomplete } = await globalThis.axe!.run(
        { exclude: ['iframe'] },
        runOptions,
      );
      return { violations, held: passes.map(({ id }) => id), undecided: incomplete.map(({ id }) => id) };
    },
    // `resultTypes` saves computing selectors for everything that passes.
    { ...options, resultTypes: ['violations'] } satisfies RunOptions,
  );
  const named = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
  return { violations: named, held, undecided };
}

/** Returns axe's violations in the document of the page. */
export async function violationsIn(page: Page, options: RunOptions): Promise<string[]> {
  return (await checkByAxe(page, options)).violations;
}
