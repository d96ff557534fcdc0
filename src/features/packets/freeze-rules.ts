// The document of a draft, from the rows that its items name: on the server, and in the browser of a guest.
import { language } from '#platform/text/language.ts';
import type { DraftItem, PacketDraft } from './contract.ts';
import type { FrozenFile, FrozenItem, PacketDocument } from './format-contract.ts';
import { keyOf } from './rules.ts';

export type EntryToFreeze = {
  text: string;
  sha256: string;
  emoji: string | null;
  at: string;
  recorded_at: string;
  edited_at: string | null;
  edits: number;
  files: readonly Omit<FrozenFile, 'open'>[];
};

export type GoalToFreeze = { text: string; sha256: string; set_at: string; completed_at: string };

/** An item of a draft, frozen with what its owner wrote about it. */
export type Freeze = (item: DraftItem) => FrozenItem;

export const noteOf = ({ note }: DraftItem) => (note === '' ? {} : { note });

export function freezeEntry(row: EntryToFreeze): Freeze {
  return (item) => ({
    ...{ kind: 'entry', text: row.text, textSha256: row.sha256, at: row.at, recordedAt: row.recorded_at },
    edits: row.edits,
    ...(row.emoji !== null && { emoji: row.emoji }),
    ...(row.edited_at !== null && { editedAt: row.edited_at }),
    ...noteOf(item),
    ...(row.files.length > 0 && {
      files: row.files.map(({ name, size, type, sha256 }) => ({
        ...{ name, size, type, sha256 },
        open: item.files ? 1 : 0,
      })),
    }),
  });
}

export function freezeGoal({ text, sha256, set_at, completed_at }: GoalToFreeze): Freeze {
  return (item) => ({
    ...{ kind: 'goal', text, textSha256: sha256, setAt: set_at, completedAt: completed_at },
    ...noteOf(item),
  });
}

/** The draft without what the log no longer has, and without groups that show nothing. `frozen`: by `keyOf`. */
export function keptGroups(draft: PacketDraft, frozen: ReadonlyMap<string, Freeze>): PacketDraft['groups'] {
  return draft.groups
    .map((group) => ({ ...group, items: group.items.filter((item) => frozen.has(keyOf(item))) }))
    .filter(({ items, line }) => items.length > 0 || line !== '');
}

type About = { title: string; author: string; timeZone: string };

export function documentOf(
  draft: PacketDraft,
  { title: heading, author, timeZone }: About,
  frozen: ReadonlyMap<string, Freeze>,
): PacketDocument {
  const { from, to } = draft.period;
  return {
    title: heading,
    author,
    language: language.tag,
    timeZone,
    period: { from, to },
    introduction: draft.introduction,
    groups: keptGroups(draft, frozen).map(({ title, line, items }) => ({
      ...{ title, line },
      items: items.map((item) => frozen.get(keyOf(item))!(item)),
    })),
  };
}
