// Drafts of packets that the server does not have yet.
import { optionalTime, readValues, required, text, type Field } from '#platform/drafts/fields.ts';
import { queue, type Queued } from '#platform/outbox/queue.ts';
import { stash } from '#platform/tabs/stash.ts';
import { kinds } from '../constants.ts';
import type { PacketDraft } from '../contract.ts';

export type PacketWrite = {
  /** Of this change. */
  id: string;
  packetId: string;
  /** The revision that the draft is based on. 0: the packet is new. */
  base: number;
  draft: PacketDraft;
  at: string | undefined;
};

const revision: Field<number> = {
  empty: () => 0,
  read: (value) => (Number.isInteger(value) ? (value as number) : undefined),
};

const isText = (value: unknown): value is string => typeof value === 'string';

/** A draft as this browser stored it. What is broken is dropped as a whole: the server has an earlier one. */
const draft: Field<PacketDraft> = {
  empty: () => ({ title: '', period: { from: '', to: '' }, introduction: '', groups: [] }),
  read: (value) => (isDraft(value) ? value : undefined),
};

function isDraft(value: unknown): value is PacketDraft {
  const { title, period, introduction, groups } = Object(value) as Partial<PacketDraft>;
  return (
    [title, introduction, period?.from, period?.to].every(isText) &&
    Array.isArray(groups) &&
    groups.every(
      (group) =>
        isText(group?.title) &&
        isText(group.line) &&
        Array.isArray(group.items) &&
        group.items.every(
          (item) =>
            kinds.includes(item?.kind) &&
            isText(item.id) &&
            isText(item.note) &&
            typeof item.files === 'boolean' &&
            [true, false, undefined].includes(item.proof),
        ),
    )
  );
}

const name = 'packet-unsent';
const fields = {
  id: required(text),
  packetId: required(text),
  base: required(revision),
  draft: required(draft),
  at: optionalTime,
};

export const packetQueue = queue<PacketWrite>({
  ...{ name, fields },
  idOf: ({ id }) => id,
  madeAt: ({ at }) => at,
});

/** The unsent drafts that this browser stored for a user, oldest first, such as those of a guest who signs up. */
export function storedWrites(userId: string): PacketWrite[] {
  return stash(name)
    .peek(userId)
    .flatMap(([, value]) => readValues<PacketWrite>(fields, value) ?? []);
}

/** Removes an unsent draft of a user. */
export function dropStoredWrite(userId: string, id: string): void {
  stash(name).drop(userId, id);
}

/** The newest unsent draft of a packet. */
export function newestOf(
  all: readonly Queued<PacketWrite>[],
  packetId: string,
): Queued<PacketWrite> | undefined {
  return all.findLast(({ write }) => write.packetId === packetId);
}
