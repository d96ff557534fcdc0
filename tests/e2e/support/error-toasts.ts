// Finds error messages that do not look or sound like errors, in the app and in pages without it.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

const features = join(import.meta.dirname, '../../../src/features');

/** The titles of all refusals of the product, from the texts of its features. */
async function refusalTitles(): Promise<string[]> {
  const files = readdirSync(features, { recursive: true, encoding: 'utf8' });
  const titles: string[] = [];
  for (const file of files.filter((name) => name.endsWith('texts.ts'))) {
    const exported = (await import(join(features, file))) as Record<string, unknown>;
    for (const [name, texts] of Object.entries(exported))
      if (/refusalTexts$/i.test(name))
        for (const { title } of Object.values(texts as Record<string, { title: string }>)) titles.push(title);
  }
  return titles;
}

let titles: Promise<string[]> | undefined;

/** Returns the error toasts on the page that lack the destructive look or are not announced as alerts. */
export async function mildErrors(page: Page): Promise<string[]> {
  titles ??= refusalTitles();
  return page.evaluate(
    (refusals) => {
      // It is longer in the pseudo-locale.
      const isError = (title: string) =>
        refusals.some((refusal) => title.startsWith(refusal)) || /^(Failed|Unable|Invalid) /.test(title);
      return [...document.querySelectorAll('.toast-host li')]
        .filter((toast) => toast.checkVisibility())
        .flatMap((toast) => {
          const title = toast.querySelector('p')?.textContent ?? '';
          const isAlert = toast.querySelector('[role=alert] p') !== null;
          const isDanger = toast.classList.contains('bg-danger');
          return isError(title) && !(isAlert && isDanger)
            ? [`an error without its look or role: ${title}`]
            : [];
        });
    },
    await titles,
  );
}
