// Reads an archive of Logbook (docs/formats/archive.md) in two passes: the first counts and finds the files, the second
// returns the entries, records and goals in parts. So only the list of files and the goals are in memory as a whole.
import { limits as entryLimits } from '#features/check-ins/constants.ts';
import { sha256 } from '#features/suggestions/hash-rules.ts';
import { limits as recordLimits } from '#features/imported-records/constants.ts';
import { originOf } from '#features/imported-records/rules.ts';
import { placeTexts } from '../../place-texts.ts';
import { limits, type LeftOutKind, type SkipReason } from '../../constants.ts';
import type { Sink } from '../../read/found.ts';
import { isObject, jsonItems, type JsonItem } from '../../read/json-items.ts';
import { NumberSet } from '../../read/number-set.ts';
import { hash53 } from '../../read/short-hash.ts';
import { SkipReport } from '../../read/skip-report.ts';
import { blobOf, listSources, shownPath, type Source } from '../../read/sources.ts';
import { textOf } from '../../read/text.ts';
import { Unreadable } from '../../read/unreadable.ts';
import type {
  ArchivedEntry,
  ArchivedFile,
  ArchivedGoal,
  ArchivedRecord,
  ArchivePart,
  ArchivePlan,
} from './archive-items.ts';
import {
  credentialFileIn,
  entryIn,
  fileIn,
  goalIn,
  hasUnknownEmoji,
  importedRecordIn,
  missingFilesIn,
  recordIn,
  withCredential,
  type FileRow,
  type Row,
} from './archive-rows.ts';

const tableName = 'logbook.json';
const newestVersion = 1;

/** Tables that do not enter the log, and how the report names them. */
const leftOutTables: Record<string, LeftOutKind> = {
  suggestions: 'suggestions',
  vouch_files: 'vouch_files',
  team_relationships: 'teams',
  team_invitations: 'teams',
  logbook_invitations: 'teams',
  resumes: 'resume',
  packets: 'packets',
  profiles: 'account',
  user_emails: 'account',
  sessions: 'account',
  api_tokens: 'account',
  reminders: 'account',
  push_devices: 'account',
  mail_addresses: 'account',
  feedback: 'account',
};

/** A row that enters the log. */
type Item =
  | { kind: 'entries'; item: Omit<ArchivedEntry, 'files'>; missing: ArchivedFile[] }
  | { kind: 'goals'; item: ArchivedGoal }
  | { kind: 'records'; item: ArchivedRecord };

type Report = Pick<SkipReport, 'skip'> & {
  leaveOut: (kind: LeftOutKind) => void;
  file: (file: FileRow, where: string) => void;
  credential: (row: Row) => void;
};
const ignore = () => undefined;
const silent: Report = { skip: ignore, leaveOut: ignore, file: ignore, credential: ignore };

export class ArchiveReader {
  readonly #now: number;
  #table: Source | undefined;
  #sources = new Map<string, Source>();
  /** The folder of the table, with its slash. */
  #folder = '';
  #instance = '';
  /** Of the last row that was read. */
  #line = 0;
  readonly #files = new Map<string, FileRow>();
  readonly #filesOf = new Map<string, string[]>();
  /** Paths of credentials, by the id of their vouch. */
  readonly #credentials = new Map<string, string>();
  readonly #goals: ArchivedGoal[] = [];
  #parts: AsyncGenerator<ArchivePart, void, void> | undefined;

  constructor(now: number) {
    this.#now = now;
  }

  /** The first pass. Never throws because of what the files contain. */
  async plan(chosen: readonly File[], onRow: (rows: number) => void): Promise<ArchivePlan> {
    const report = new SkipReport();
    const leftOut: ArchivePlan['leftOut'] = {};
    const plan: ArchivePlan = {
      ...{ instance: '', exportedAt: '', span: null, first: [], leftOut, shoutouts: 0, vouches: 0 },
      ...{ counts: { entries: 0, goals: 0, files: 0, records: 0 } },
      ...{ skipped: report.skipped, skipCounts: report.counts },
    };
    await this.#find(chosen, report);
    const entryIds = new Set<string>();
    const seen: Report = {
      skip: (where, why) => report.skip(where, why),
      leaveOut: (kind) => (leftOut[kind] = (leftOut[kind] ?? 0) + 1),
      file: (file, where) => this.#addFile(file, where, entryIds, report),
      credential: (row) => this.#addCredential(row),
    };
    const places: [number, ArchivedGoal][] = [];
    let rows = 0;
    try {
      if (this.#table)
        for await (const found of this.#items(seen, plan, (goal, place) => places.push([place, goal]))) {
          if (++rows % 500 === 0) onRow(rows);
          this.#count(plan, found, entryIds);
        }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      report.skip(placeTexts.after(this.#table?.path ?? tableName, this.#line), error.why);
    }
    for (const [, goal] of places.toSorted(([a], [b]) => a - b)) this.#goals.push(goal);
    this.#instance = plan.instance;
    for (const entry of plan.first) entry.files += this.#filesOf.get(entry.id)?.length ?? 0;
    plan.counts.files = this.#files.size;
    return plan;
  }

  /** The second pass: the next part, undefined after the last one. */
  async next(): Promise<ArchivePart | undefined> {
    this.#parts ??= this.#readParts();
    const { value } = await this.#parts.next();
    return value ?? undefined;
  }

  /** The bytes of a file. Undefined if they cannot be read, or are not those that the archive describes. */
  async file(id: string): Promise<Blob | undefined> {
    const file = this.#files.get(id);
    const source = file && this.#sourceOf(file.path, 'files/');
    if (!source) return undefined;
    try {
      const blob = await blobOf(source, 'application/octet-stream', entryLimits.fileBytes);
      const isSame = file.sha256 === '' || sha256(new Uint8Array(await blob.arrayBuffer())) === file.sha256;
      return isSame ? blob : undefined;
    } catch (error) {
      if (error instanceof Unreadable) return undefined;
      throw error;
    }
  }

  /** Finds the table: of several, the one that is highest. */
  async #find(chosen: readonly File[], report: Pick<Sink, 'skip'>): Promise<void> {
    const sources = await listSources(chosen, report);
    const depth = ({ path }: Source) => path.split('/').length;
    const tables = sources.filter(({ path }) => path === tableName || path.endsWith(`/${tableName}`));
    const single = sources.length === 1 ? sources[0] : undefined;
    this.#table = tables.toSorted((a, b) => depth(a) - depth(b))[0] ?? single;
    this.#folder = this.#table?.path.slice(0, this.#table.path.lastIndexOf('/') + 1) ?? '';
    for (const source of sources) this.#sources.set(source.path, source);
    if (!this.#table) report.skip(chosen[0]?.name ?? tableName, 'not_this_format');
  }

  /** Looks up a path among the files of the archive. It is never a path on a disk. */
  #sourceOf(path: string, folder: 'files/' | 'credentials/'): Source | undefined {
    if (!path.startsWith(folder) || path.split(/[/\\]/).includes('..')) return undefined;
    return this.#sources.get(this.#folder + shownPath(path));
  }

  #addFile(file: FileRow, where: string, entryIds: ReadonlySet<string>, report: SkipReport): void {
    // Files of entries in the bin, or of those that were skipped.
    if (!entryIds.has(file.entryId)) return;
    const names = this.#filesOf.get(file.entryId) ?? [];
    const line = `${where}, ${file.name}`;
    if (this.#files.has(file.id)) return report.skip(line, 'duplicate');
    if (names.length >= entryLimits.files) return report.skip(line, 'too_many_attachments');
    if (this.#files.size >= limits.zipEntries) return report.skip(line, 'limit');
    const source = this.#sourceOf(file.path, 'files/');
    if (!source) report.skip(line, 'file_missing');
    else if (source.size !== file.size) report.skip(line, 'file_changed');
    else if (file.size > entryLimits.fileBytes) report.skip(line, 'file_too_large');
    this.#files.set(file.id, file);
    this.#filesOf.set(file.entryId, [...names, file.id]);
  }

  #addCredential(row: Row): void {
    const file = credentialFileIn(row);
    if (file && this.#credentials.size < limits.archived) this.#credentials.set(file.vouchId, file.path);
  }

  /** A vouch of the instance that wrote the archive, with its credential if the archive has it. */
  async #withCredential(found: ArchivedRecord): Promise<ArchivedRecord> {
    const isOwn = found.kind === 'vouch' && found.origin === this.#instance;
    const path = isOwn ? this.#credentials.get(found.id) : undefined;
    const source = path === undefined ? undefined : this.#sourceOf(path, 'credentials/');
    if (!source) return found;
    try {
      // A character has at most three bytes.
      const blob = await blobOf(source, 'application/json', 3 * recordLimits.record);
      return withCredential(found, await blob.text());
    } catch (error) {
      if (error instanceof Unreadable) return found;
      throw error;
    }
  }

  #isHere(file: FileRow): boolean {
    const source = this.#sourceOf(file.path, 'files/');
    return source?.size === file.size && file.size > 0 && file.size <= entryLimits.fileBytes;
  }

  #count(plan: ArchivePlan, found: Item, entryIds: Set<string>): void {
    plan.counts[found.kind] += 1;
    if (found.kind === 'records') plan[found.item.kind === 'vouch' ? 'vouches' : 'shoutouts'] += 1;
    if (found.kind !== 'entries') return;
    const { id, created_at: at, content: text, emoji } = found.item;
    entryIds.add(id);
    const [from = at, to = at] = plan.span ?? [];
    plan.span = [at < from ? at : from, at > to ? at : to];
    plan.first = [...plan.first, { id, at, text, emoji, files: found.missing.length }]
      .toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
      .slice(0, limits.preview);
  }

  async *#readParts(): AsyncGenerator<ArchivePart, void, void> {
    const part = {
      entries: [] as ArchivedEntry[],
      records: [] as ArchivedRecord[],
    };
    let characters = 0;
    try {
      if (this.#table)
        for await (const found of this.#items(silent)) {
          if (found.kind === 'goals') continue;
          if (found.kind === 'records') {
            const item = await this.#withCredential(found.item);
            part.records.push(item);
            characters += item.record.length;
          } else {
            const files = [...this.#filesFor(found.item.id), ...found.missing];
            part.entries.push({ ...found.item, files: files.slice(0, entryLimits.files) });
            characters += found.item.content.length;
          }
          if (part[found.kind].length < limits.part && characters < limits.partText) continue;
          yield { kind: found.kind, items: part[found.kind].splice(0) } as ArchivePart;
          characters = 0;
        }
    } catch (error) {
      // The first pass has reported it.
      if (!(error instanceof Unreadable)) throw error;
    }
    if (part.entries.length > 0) yield { kind: 'entries', items: part.entries };
    if (part.records.length > 0) yield { kind: 'records', items: part.records };
    for (let from = 0; from < this.#goals.length; from += limits.part)
      yield { kind: 'goals', items: this.#goals.slice(from, from + limits.part) };
  }

  #filesFor(entryId: string): ArchivedFile[] {
    return (this.#filesOf.get(entryId) ?? []).map((fileId) => {
      const file = this.#files.get(fileId)!;
      const { id, name, size, position } = file;
      return { id, name, size, position, isHere: this.#isHere(file) };
    });
  }

  /** The rows that enter the log, in the order of the table, each id once. */
  async *#items(
    report: Report,
    head: { instance: string; exportedAt: string } = { instance: '', exportedAt: '' },
    placeGoal: (goal: ArchivedGoal, place: number) => void = () => undefined,
  ): AsyncGenerator<Item, void, void> {
    const table = this.#table!;
    const ids = new NumberSet();
    const counts = { entries: 0, goals: 0, records: 0 };
    let isArchive = false;
    for await (const json of jsonItems(textOf(table))) {
      const { list, value } = json;
      if (list === 'format') {
        if (value !== 'logbook-export') throw new Unreadable('not_this_format');
        isArchive = true;
      } else if (list === 'version') {
        if (typeof value !== 'number' || value > newestVersion) throw new Unreadable('newer_version');
      } else if (list === 'instance') head.instance = originOf(typeof value === 'string' ? value : '') ?? '';
      else if (list === 'exported_at') head.exportedAt = typeof value === 'string' ? value : '';
      else if (!isArchive) throw new Unreadable('not_this_format');
      else {
        this.#line = json.line;
        const where = placeTexts.item(table.path, list, json.number, json.line);
        const found = this.#itemOf(json, report, where, head.instance || this.#instance);
        if (!found) continue;
        if (!ids.add(hash53(`${found.kind} ${keyOf(found)}`) + 1)) report.skip(where, 'duplicate');
        else if (++counts[found.kind] > limits.archived) report.skip(where, 'limit');
        else {
          if (found.kind === 'goals') placeGoal(found.item, placeOf(json.value));
          yield found;
        }
      }
    }
    if (!isArchive) throw new Unreadable('not_this_format');
  }

  #itemOf({ list, value }: JsonItem, report: Report, where: string, instance: string): Item | undefined {
    if (!isObject(value)) {
      report.skip(where, 'broken_item');
      return undefined;
    }
    switch (list) {
      case 'check_ins':
        return this.#entryItem(value, report, where);
      case 'goals':
        if (value['deleted_at'] != null) {
          report.leaveOut('goals_deleted');
          return undefined;
        }
        return accepted('goals', goalIn(value, this.#now), report, where);
      case 'log_files': {
        const file = fileIn(value);
        if (typeof file === 'string') report.skip(where, file);
        else report.file(file, where);
        return undefined;
      }
      case 'shoutouts':
        return accepted('records', recordIn(value, 'shoutout', instance, this.#now), report, where);
      case 'vouches':
        if (value['status'] !== 'verified') {
          report.leaveOut('vouches_open');
          return undefined;
        }
        return accepted('records', recordIn(value, 'vouch', instance, this.#now), report, where);
      case 'credentials':
        report.credential(value);
        return undefined;
      case 'imported_records':
        return accepted('records', importedRecordIn(value, this.#now), report, where);
      default:
        if (leftOutTables[list]) report.leaveOut(leftOutTables[list]);
        return undefined;
    }
  }

  #entryItem(value: Row, report: Report, where: string): Item | undefined {
    if (value['deleted_at'] != null) {
      report.leaveOut('entries_in_bin');
      return undefined;
    }
    const item = entryIn(value, this.#now);
    if (typeof item === 'string') {
      report.skip(where, item);
      return undefined;
    }
    if (hasUnknownEmoji(value)) report.skip(where, 'unknown_emoji');
    if (value['shared_with_manager'] === true) report.leaveOut('shares');
    return { kind: 'entries', item, missing: missingFilesIn(value) };
  }
}

function accepted<Kind extends 'goals' | 'records'>(
  kind: Kind,
  item: (Item & { kind: Kind })['item'] | SkipReason,
  report: Report,
  where: string,
): Item | undefined {
  if (typeof item !== 'string') return { kind, item } as Item;
  report.skip(where, item);
  return undefined;
}

const keyOf = ({ kind, item }: Item) =>
  kind === 'records' ? `${item.kind} ${item.id} ${item.origin}` : item.id;

/** The place of a goal in the list of the other instance. */
function placeOf(value: unknown): number {
  const place = isObject(value) ? value['position'] : undefined;
  return typeof place === 'number' && Number.isFinite(place) ? place : Number.MAX_SAFE_INTEGER;
}
