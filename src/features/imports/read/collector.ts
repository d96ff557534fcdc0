// Collects what the formats report, with bounded memory: the newest suggestions of the period, and a report of the rest (R-O6).
import { limits as entryLimits } from '#features/check-ins/constants.ts';
import { dateProblem } from '#platform/clock/past-date.ts';
import { limits, type FormatId, type SkipReason } from '../constants.ts';
import { cleanText, inParts, oneLine } from '../rules.ts';
import type { Found, FoundFile, FoundInput, Options, Recommendation, Sink, Skipped } from './found.ts';
import { NumberSet } from './number-set.ts';
import { SkipReport } from './skip-report.ts';
import { owned } from './owned.ts';
import { hash53, shortHash } from './short-hash.ts';

export type Collected = {
  /** Newest first. */
  found: Found[];
  /** The first ones, in the order of the file. */
  skipped: Skipped[];
  /** How many were skipped for each reason. */
  counts: Partial<Record<SkipReason, number>>;
  recommendations: Recommendation[];
};

const byDate = (a: Found, b: Found) =>
  a.at < b.at ? 1 : a.at > b.at ? -1 : a.sourceId < b.sourceId ? -1 : a.sourceId > b.sourceId ? 1 : 0;

export class Collector implements Sink {
  readonly options: Options;
  readonly now: number;
  readonly #source: FormatId;
  readonly #from: number;
  readonly #to: number;
  readonly #ids = new NumberSet();
  readonly #report = new SkipReport();
  readonly #recommendations: Recommendation[] = [];
  #found: Found[] = [];
  #characters = 0;

  constructor(source: FormatId, options: Options, now: number) {
    this.#source = source;
    this.options = options;
    this.now = now;
    this.#from = Date.parse(options.from);
    this.#to = Date.parse(options.to);
  }

  /** How many were found so far, without those that were dropped. */
  get size(): number {
    return this.#found.length;
  }

  found({ at, text: raw, ...item }: FoundInput, where: string): void {
    const date = this.#dateProblem(at);
    if (date) return this.skip(where, date);
    const text = cleanText(raw);
    if (text === '') return this.skip(where, 'no_text');
    const id =
      item.sourceId.length > limits.sourceId ? shortHash(item.sourceId) : item.sourceId.toWellFormed();
    if (!this.#ids.add(hash53(id) + 1)) return this.skip(where, 'duplicate');
    const group = item.group === undefined ? '' : oneLine(item.group, limits.group);
    const reason = item.reason === undefined ? '' : oneLine(item.reason, limits.reason);
    const parts = inParts(text, entryLimits.content);
    const files = this.#filesOf(item.files ?? [], where);
    for (const [index, part] of parts.entries()) {
      this.#found.push({
        source: this.#source,
        sourceId: index === 0 ? owned(id) : `${shortHash(id)}/${index + 1}`,
        at: new Date(at).toISOString(),
        text: owned(part),
        ...(group && { group: owned(group) }),
        ...(reason && { reason: owned(reason) }),
        ...(index === 0 && files.length > 0 && { files }),
      });
      this.#characters += part.length;
    }
    if (this.#found.length > 2 * limits.found || this.#characters > 2 * limits.foundText) this.#dropOldest();
  }

  skip(where: string, why: SkipReason): void {
    this.#report.skip(where, why);
  }

  recommend(recommendation: Recommendation): void {
    if (this.#recommendations.length < limits.preview * 5) this.#recommendations.push(recommendation);
  }

  result(): Collected {
    this.#dropOldest();
    return {
      found: this.#found,
      skipped: this.#report.skipped,
      counts: this.#report.counts,
      recommendations: this.#recommendations,
    };
  }

  #dateProblem(at: number): SkipReason | undefined {
    if (!Number.isFinite(at)) return 'bad_date';
    if (at > this.now) return 'in_future';
    if (dateProblem(new Date(at), new Date(this.now))) return 'bad_date';
    return at >= this.#from && at < this.#to ? undefined : 'out_of_period';
  }

  #filesOf(files: FoundFile[], where: string): FoundFile[] {
    const fitting = files.filter(({ name, size }) => {
      if (size > 0 && size <= entryLimits.fileBytes) return true;
      this.skip(`${where}, ${name}`, size > 0 ? 'file_too_large' : 'empty_file');
      return false;
    });
    for (const { name } of fitting.slice(entryLimits.files))
      this.skip(`${where}, ${name}`, 'too_many_attachments');
    return fitting.slice(0, entryLimits.files);
  }

  #dropOldest(): void {
    this.#found.sort(byDate);
    let characters = 0;
    const end = this.#found.findIndex(({ text }, index) => {
      characters += text.length;
      return index >= limits.found || characters > limits.foundText;
    });
    if (end < 0) {
      this.#characters = characters;
      return;
    }
    this.#report.leaveOut('limit', this.#found.length - end);
    this.#found = this.#found.slice(0, end);
    this.#characters = this.#found.reduce((sum, { text }) => sum + text.length, 0);
  }
}
