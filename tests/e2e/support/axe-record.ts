// Keeps what axe says of each screen in reports/axe, for the report on accessibility (scripts/accessibility-report.ts).
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AxeRecord } from '../../../scripts/lib/axe-records.ts';
import type { AxeResult } from './axe.ts';

const folder = join(import.meta.dirname, '../../../reports/axe');

export class AxeRecorder {
  readonly #record: AxeRecord;

  /** `part`: of the states that are visited. */
  constructor(part: string) {
    this.#record = { part, checks: 0, held: {}, undecided: {} };
  }

  add({ held, undecided }: Pick<AxeResult, 'held' | 'undecided'>): void {
    this.#record.checks++;
    for (const rule of held) this.#record.held[rule] = (this.#record.held[rule] ?? 0) + 1;
    for (const rule of undecided) this.#record.undecided[rule] = (this.#record.undecided[rule] ?? 0) + 1;
  }

  save(): void {
    mkdirSync(folder, { recursive: true });
    const name = this.#record.part.replaceAll(/[^a-z0-9]+/gi, '-');
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(this.#record));
  }
}
