// Sends suggestions in batches. Sending one again changes nothing, so whatever is interrupted can be repeated.
import { setTimeout as pause } from 'node:timers/promises';
import { limits as entryLimits } from '#features/check-ins/constants.ts';
import { limits } from '#features/suggestions/constants.ts';
import { Problem } from '#platform/http/client.ts';
import { importTexts as texts } from '../../import-texts.ts';
import { CommandError } from '../command-error.ts';
import type { Credentials } from '../credentials.ts';
import { call, mayRecover } from '../server.ts';
import type { Adapter, Found } from './adapter.ts';

/** Bytes of a batch, below the limit of the server for a request. */
const mostBytes = 200 * 1024;
/** Seconds between attempts of a request that failed, and the longest pause that the server may ask for. */
const pauses = [1, 4];
const longestPause = 120;
const mostPauses = 5;

export type Tally = { added: number; known: number; refused: Map<string, number> };

/** At most so many UTF-16 code units, without half of a character at the end. */
const cut = (text: string, most: number) =>
  (text.length > most ? `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…` : text).toWellFormed();

/** What the server is sent. A text of any length or content is no reason to refuse the whole batch. */
export function suggestionOf(source: Adapter['source'], { sourceId, at, text, group, reason, url }: Found) {
  const address = url !== undefined && URL.canParse(url) ? new URL(url).href : '';
  return {
    ...{ source, source_id: cut(sourceId, limits.sourceId), at: new Date(at).toISOString() },
    content: cut(text, entryLimits.content),
    group: group === '' ? null : cut(group, limits.group),
    reason: reason === '' ? null : cut(reason, limits.reason),
    url: /^https?:/.test(address) && address.length <= limits.url ? address : null,
  };
}

type Suggestion = ReturnType<typeof suggestionOf>;

export class Sender {
  readonly tally: Tally = { added: 0, known: 0, refused: new Map() };
  readonly #credentials: Credentials;
  readonly #onProgress: (text: string) => void;
  #batch: Suggestion[] = [];
  #bytes = 0;

  constructor(credentials: Credentials, onProgress: (text: string) => void) {
    this.#credentials = credentials;
    this.#onProgress = onProgress;
  }

  async add(suggestion: Suggestion): Promise<void> {
    const bytes = Buffer.byteLength(JSON.stringify(suggestion));
    if (this.#batch.length === limits.perRequest || this.#bytes + bytes > mostBytes) await this.flush();
    this.#batch.push(suggestion);
    this.#bytes += bytes;
  }

  /** Sends what is left. Throws if the inbox is full. */
  async flush(): Promise<void> {
    if (this.#batch.length === 0) return;
    const { added, known, outcomes } = await this.#post(this.#batch);
    this.#batch = [];
    this.#bytes = 0;
    this.tally.added += added;
    this.tally.known += known;
    const refused = outcomes.filter(({ outcome }) => outcome !== 'added' && outcome !== 'known');
    const isFull = refused.some(({ outcome }) => outcome === 'too_many_suggestions');
    if (isFull) throw new CommandError('refused', texts.inboxFull(this.tally.added));
    for (const { problem, outcome } of refused) {
      const why = problem ?? outcome;
      this.tally.refused.set(why, (this.tally.refused.get(why) ?? 0) + 1);
    }
  }

  async #post(suggestions: Suggestion[]) {
    let failures = 0;
    for (let waits = 0; ;) {
      try {
        return await call('POST /api/suggestions', { body: { suggestions } }, this.#credentials);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        if (error.code === 'beyond_token') throw this.#withoutScope();
        if (!mayRecover(error)) throw error;
        // A token has a number of writes in each minute.
        const asked = error.status === 429 ? (error.retryAfter ?? 60) : undefined;
        if (asked !== undefined && (asked > longestPause || ++waits > mostPauses)) throw error;
        const seconds = asked ?? pauses[failures++];
        if (seconds === undefined) throw error;
        if (asked !== undefined) this.#onProgress(texts.pause(asked));
        await pause(seconds * 1000);
      }
    }
  }

  #withoutScope(): CommandError {
    return new CommandError(
      'signedOut',
      this.#credentials.email === null ? texts.tokenMayNot : texts.accessMayNot,
    );
  }
}
