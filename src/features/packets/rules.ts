// Pure decisions about packets, shared by the server and the editor.
import { dayMs } from '#platform/clock/durations.ts';
import { displayName, downloadName } from '#platform/files/file-name.ts';
import { normalizeText } from '#platform/text/plain-text.ts';
import { limits } from './constants.ts';
import type { DraftItem, PacketDraft, Period } from './contract.ts';

/** All items in reading order. */
export function itemsOf(draft: PacketDraft): DraftItem[] {
  return draft.groups.flatMap(({ items }) => items);
}

/** The ids of the vouches that have their credential with them. */
export function proofsIn(draft: PacketDraft): string[] {
  return itemsOf(draft).flatMap(({ kind, id, proof }) => (kind === 'vouch' && proof ? [id] : []));
}

/** An item as it is ticked in. A vouch has its credential with it, if there is room for one. */
export function newItem({ kind, id }: Pick<DraftItem, 'kind' | 'id'>, hasRoom: boolean): DraftItem {
  return { kind, id, note: '', files: false, ...(kind === 'vouch' && hasRoom && { proof: true }) };
}

/** Names an item within its packet. */
export const keyOf = ({ kind, id }: Pick<DraftItem, 'kind' | 'id'>): string => `${kind} ${id}`;

/** The draft as it is stored: normalized texts, and each item once, where it comes first. */
export function cleanDraft(draft: PacketDraft): PacketDraft {
  const seen = new Set<string>();
  const isNew = (item: DraftItem) => {
    const key = keyOf(item);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
  return {
    title: oneLine(draft.title),
    period: draft.period,
    introduction: normalizeText(draft.introduction),
    groups: draft.groups.map(({ title, line, items }) => ({
      title: oneLine(title),
      line: normalizeText(line),
      items: items.filter(isNew).map((item) => ({ ...item, note: normalizeText(item.note) })),
    })),
  };
}

const oneLine = (text: string) => normalizeText(text).replace(/\s+/g, ' ');

/** The name of the file that a reader downloads, from the packet's title. */
export function packetFileName(title: string, extension: string): string {
  const name = displayName(title.replaceAll(/[/\\]/g, '-'), limits.title);
  return downloadName(name, [extension]);
}

export type DraftProblem = 'packet_too_large' | 'invalid_packet_period';

/** Why a draft is refused. Its schema has checked the length of each text. */
export function problemOf(draft: PacketDraft): DraftProblem | undefined {
  if (!isPeriod(draft.period)) return 'invalid_packet_period';
  const isTooLarge =
    itemsOf(draft).length > limits.items ||
    new TextEncoder().encode(JSON.stringify(draft)).length > limits.draft;
  return isTooLarge ? 'packet_too_large' : undefined;
}

/** Whether the days are in order, and not too far apart. */
export function isPeriod({ from, to }: Period): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs;
  return days >= 0 && days <= limits.periodDays;
}

/** Whether two drafts are the same, such as when a request is repeated. */
export function isSameDraft(one: PacketDraft, other: PacketDraft): boolean {
  return canonical(one) === canonical(other);
}

function canonical({ title, period: { from, to }, introduction, groups }: PacketDraft): string {
  return JSON.stringify([
    ...[title, from, to, introduction],
    groups.map((group) => [
      group.title,
      group.line,
      group.items.map(({ kind, id, note, files, proof = false }) => [kind, id, note, files, proof]),
    ]),
  ]);
}
