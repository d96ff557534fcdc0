// Shared steps of packet tests: write entries, and create and publish a packet of them.
import type { CheckIn } from '#features/check-ins/contract.ts';
import type { DraftItem, Packet, PacketDraft } from '#features/packets/contract.ts';
import { newId } from '#platform/clock/id.ts';
import type { Caller, ProblemBody } from './caller.ts';

export const year = new Date().getUTCFullYear();

export const draftOf = (items: DraftItem[], more: Partial<PacketDraft> = {}): PacketDraft => ({
  title: 'My year',
  period: { from: `${year - 1}-01-01`, to: `${year + 1}-12-31` },
  introduction: 'What mattered.',
  groups: [{ title: 'Work', line: 'In order.', items }],
  ...more,
});

export const itemOf = (id: string, more: Partial<DraftItem> = {}): DraftItem => ({
  ...{ kind: 'entry', id, note: '', files: false },
  ...more,
});

export async function write(caller: Caller, content: string, more: object = {}): Promise<CheckIn> {
  const { json } = await caller.call<CheckIn>('POST /api/check_ins', {
    body: { id: newId(), content, ...more },
  });
  return json;
}

export const create = async (caller: Caller, draft: PacketDraft) =>
  (await caller.call<Packet & ProblemBody>('POST /api/packets', { body: { id: newId(), draft } })).json;

export const publish = (caller: Caller, id: string, body: object = {}) =>
  caller.call<Packet & ProblemBody>('POST /api/packets/:id/publish', { params: { id }, body });

export const pathOf = ({ link }: Packet) => new URL(link!.url).pathname;
