// The inbox: what fills it, and what tests look at.
import { expect, type Locator, type Page } from '@playwright/test';
import type { Person } from './person.ts';

export type Suggested = {
  source?: string;
  source_id?: string;
  at?: string;
  content: string;
  group?: string;
  reason?: string;
  url?: string;
  emoji?: string;
};

let count = 0;

/** Suggests entries as a program with a token does. */
export async function suggest(person: Person, suggestions: readonly Suggested[]): Promise<void> {
  const sent = suggestions.map((suggestion) => ({
    ...{ source: 'git', source_id: `id-${++count}`, at: '2026-03-04T12:00:00Z' },
    ...suggestion,
  }));
  for (let at = 0; at < sent.length; at += 100)
    await person.post('/api/suggestions', { suggestions: sent.slice(at, at + 100) });
}

export async function openInbox(page: Page): Promise<void> {
  await page.goto('/inbox');
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
}

export const suggestionRow = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('article').filter({ hasText: text });

/** Puts a suggestion of an import into the browser, of this user or the guest. */
export async function suggestLocally(page: Page, owner: string, contents: readonly string[]): Promise<void> {
  await page.evaluate(
    async ({ owner, contents }) => {
      localStorage.setItem(`logbook-inbox:${owner}`, String(contents.length));
      if (owner === 'guest') localStorage.setItem('logbook-guest-suggestions', 'yes');
      const opening = indexedDB.open('logbook-suggestions');
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        opening.addEventListener('success', () => resolve(opening.result));
        opening.addEventListener('error', () => reject(new Error('not opened')));
      });
      const tx = database.transaction('suggestions', 'readwrite');
      for (const [index, content] of contents.entries())
        tx.objectStore('suggestions').put({
          ...{ owner, hash: index.toString(16).padStart(64, 'c'), id: crypto.randomUUID() },
          ...{ source: 'calendar', source_id: `event-${index}`, at: '2026-03-05T12:00:00.000Z', content },
          ...{
            emoji: null,
            group: 'Weekly review',
            reason: 'An event of your calendar',
            url: null,
            files: [],
          },
          created_at: new Date().toISOString(),
        });
      await new Promise((resolve) => tx.addEventListener('complete', resolve));
      database.close();
    },
    { owner, contents },
  );
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}
