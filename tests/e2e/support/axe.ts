// Runs axe in a page. Axe's own wrapper for Playwright loads a megabyte of source twice for every run. This loads the
// minified half of it once per document.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axeCore from 'axe-core';
import type { RunOptions } from 'axe-core';
import { added } from '../../pseudo-locale/pseudo.ts';

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
  return page.evaluate(
    async ({ runOptions, pseudo }) => {
      const { violations, passes, incomplete } = await globalThis.axe!.run(
        { exclude: ['iframe'] },
        runOptions,
      );
      const original = (text: string) => text.replaceAll(new RegExp(pseudo, 'g'), '').trim();
      /** Its name contains its text, except for what the pseudo-locale added to each of them. */
      const isNamedByText = (selector: string) => {
        const element = document.querySelector<HTMLElement>(selector);
        const [name, text] = [element?.getAttribute('aria-label') ?? '', element?.innerText.trim() ?? ''];
        if (text === '' || (original(name) === name && original(text) === text)) return false;
        return original(name).toLowerCase().includes(original(text).toLowerCase());
      };
      const problems = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => ({ id, at: target.join(' '), failureSummary })),
      );
      return {
        violations: problems
          .filter(({ id, at }) => id !== 'label-content-name-mismatch' || !isNamedByText(at))
          .map(({ id, at, failureSummary }) => `${id} at ${at}: ${failureSummary}`),
        held: passes.map(({ id }) => id),
        undecided: incomplete.map(({ id }) => id),
      };
    },
    // `resultTypes` saves computing selectors for everything that passes.
    {
      runOptions: { ...options, resultTypes: ['violations'] } satisfies RunOptions,
      pseudo: added.source,
    },
  );
}

/** Returns axe's violations in the document of the page. */
export async function violationsIn(page: Page, options: RunOptions): Promise<string[]> {
  return (await checkByAxe(page, options)).violations;
}
