// The document of a draft as its log is now: what a version freezes (R-M2), and what the owner copies as text.
import { issuedCredentials } from '#features/credentials/server/operations/issued-credentials.ts';
import { dayBounds } from '#platform/clock/days.ts';
import { knownTimeZone } from '#platform/clock/time-zone.ts';
import type { Reader } from '#platform/database/transaction.ts';
import type { Kind, PacketDraft } from '../../contract.ts';
import type { PacketDocument } from '../../format-contract.ts';
import { documentOf, freezeEntry, freezeGoal, keptGroups, noteOf, type Freeze } from '../../freeze-rules.ts';
import { itemsOf, keyOf, proofsIn } from '../../rules.ts';
import { untitled } from '../../texts.ts';
import {
  entriesToFreeze,
  goalsToFreeze,
  shoutoutsToFreeze,
  vouchesToFreeze,
  type ShoutoutToFreeze,
  type VouchToFreeze,
} from '../frozen-store.ts';
import { owner } from '../material-store.ts';

export type Frozen = {
  document: PacketDocument;
  /** The ids of the files that readers can open, in reading order. */
  files: string[];
};

/** Undefined without a viewer. Items that the log no longer has, or not in this period, are left out. */
export async function freezePacket(tx: Reader, draft: PacketDraft): Promise<Frozen | undefined> {
  const found = await owner(tx);
  if (!found) return undefined;
  const timeZone = knownTimeZone(found.time_zone) ?? 'UTC';
  const { from, to } = draft.period;
  const span = { from: dayBounds(from, timeZone).from, to: dayBounds(to, timeZone).to };
  const ids = (kind: Kind) =>
    itemsOf(draft)
      .filter((item) => item.kind === kind)
      .map(({ id }) => id);
  const [entries, goals, shoutouts, vouches, credentials] = await Promise.all([
    entriesToFreeze(tx, ids('entry'), span),
    goalsToFreeze(tx, ids('goal'), span),
    shoutoutsToFreeze(tx, ids('shoutout'), span),
    vouchesToFreeze(tx, ids('vouch'), span),
    issuedCredentials(tx, proofsIn(draft)),
  ]);
  /** Without one that has another name of the owner than the packet. */
  const credentialOf = (id: string) => {
    const { json, owner } = credentials.get(id) ?? {};
    return owner === null || owner === found.full_name ? json : undefined;
  };
  const frozen = new Map<string, Freeze>([
    ...entries.map((row) => [keyOf({ kind: 'entry', id: row.id }), freezeEntry(row)] as const),
    ...goals.map((row) => [keyOf({ kind: 'goal', id: row.id }), freezeGoal(row)] as const),
    ...shoutouts.map((row) => [keyOf({ kind: 'shoutout', id: row.id }), freezeShoutout(row)] as const),
    ...vouches.map(
      (row) => [keyOf({ kind: 'vouch', id: row.id }), freezeVouch(row, credentialOf(row.id))] as const,
    ),
  ]);
  const filesOf = new Map(entries.map(({ id, files }) => [id, files.map((file) => file.id)]));
  return {
    document: documentOf(
      draft,
      { title: draft.title || untitled, author: found.full_name, timeZone },
      frozen,
    ),
    files: keptGroups(draft, frozen).flatMap(({ items }) =>
      items.flatMap(({ kind, id, files }) => (kind === 'entry' && files ? (filesOf.get(id) ?? []) : [])),
    ),
  };
}

function freezeShoutout({ text, sha256, name, at }: ShoutoutToFreeze): Freeze {
  return (item) => ({
    ...{ kind: 'shoutout', text, textSha256: sha256, at },
    ...(name !== null && { from: name }),
    ...noteOf(item),
  });
}

function freezeVouch(row: VouchToFreeze, credential: string | undefined): Freeze {
  return (item) => ({
    ...{ kind: 'vouch', text: row.text, textSha256: row.sha256, name: row.name },
    ...(row.position !== '' && { position: row.position }),
    ...(row.statement !== null && { statement: row.statement }),
    ...{ verifiedAt: row.verified_at, vouchSha256: row.vouch_sha256 },
    ...(item.proof && credential !== undefined && { credential }),
    ...noteOf(item),
  });
}
