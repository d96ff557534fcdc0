// Hands what was found to the inbox of this browser, in batches, all of them or none.
import type { FoundSuggestion } from '#features/suggestions/web/local-suggestions.ts';
import { addLocalSuggestions } from '#features/suggestions/web/local-suggestions.ts';
import { removeLocal } from '#features/suggestions/web/local-store.ts';
import type { Taken } from '../worker/messages.ts';

export type AddResult = {
  added: number;
  /** Accepted or dismissed before, or in the inbox already. */
  known: number;
  /** Did not fit into the inbox. */
  full: number;
  /** Attached files that were left out. */
  leftOut: number;
};

const foundOf = ({ sourceId, text, files, ...item }: Taken): FoundSuggestion => ({
  ...item,
  source_id: sourceId,
  content: text,
  files: files.map(({ name, content }) => ({ name, blob: content })),
});

/** Adds batches to the inbox of one user or guest. */
export class InboxAddition {
  readonly #owner: string;
  readonly #hashes: string[] = [];
  #result: AddResult = { added: 0, known: 0, full: 0, leftOut: 0 };

  constructor(owner: string) {
    this.#owner = owner;
  }

  get result(): AddResult {
    return this.#result;
  }

  async add(items: readonly Taken[]): Promise<void> {
    const outcomes = await addLocalSuggestions(this.#owner, items.map(foundOf));
    const result = { ...this.#result };
    for (const { outcome, hash, left_out } of outcomes) {
      if (outcome === 'known') result.known += 1;
      else if (outcome === 'added') {
        result.added += 1;
        result.leftOut += left_out.length;
        this.#hashes.push(hash!);
      } else result.full += 1;
    }
    this.#result = result;
  }

  /** Takes everything back that it has added. */
  async undo(): Promise<void> {
    await removeLocal(this.#owner, this.#hashes.splice(0));
    this.#result = { added: 0, known: 0, full: 0, leftOut: 0 };
  }
}
