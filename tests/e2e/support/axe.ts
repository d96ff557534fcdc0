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

/** Returns axe's violations in the document of the page, as `rule at element: explanation`. Frames are not checked. */
export async function violationsIn(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const { violations } = await page.evaluate(
    (runOptions) => globalThis.axe!.run({ exclude: ['iframe'] }, runOptions),
    // `resultTypes` saves computing selectors for everything that passes.
    { ...options, resultTypes: ['violations'] } satisfies RunOptions,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
}
