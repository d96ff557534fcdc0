// The copies of drafts in the browser's storage, one item for each draft of each tab (R-B8).
import { stash } from '../tabs/stash.ts';
import { emptyValues, readValues, writeValues, type Fields } from './fields.ts';
import { filesOf, loadFiles, persistFiles } from './persisted-files.ts';

export type DraftOptions<Draft> = {
  /** Of the items in localStorage. */
  name: string;
  fields: Fields<Draft>;
  /** Whether the user has entered nothing that could be lost. An empty draft is not stored. */
  isEmpty: (draft: Draft) => boolean;
};

export type StoredDrafts<Draft> = {
  empty: () => Draft;
  /** The user's drafts, oldest first, or only the newest `count`. Drops what is not a draft. */
  read(userId: string, count?: number): [key: string, draft: Draft][];
  /** Replaces the drafts of this tab, and stores their files. */
  write(userId: string, drafts: [key: string, draft: Draft][]): void;
  /** The draft with the bytes of its files. Undefined if it has none to load, or was replaced in the meantime. */
  withFiles(current: () => Draft | undefined): Promise<Draft | undefined>;
};

export function storedDrafts<Draft extends object>({
  name,
  fields,
  isEmpty,
}: DraftOptions<Draft>): StoredDrafts<Draft> {
  const stored = stash(name);
  return {
    empty: () => emptyValues(fields),
    read: (userId, count) =>
      stored.read(userId, count).flatMap(([key, value]) => {
        const draft = readValues(fields, value);
        return draft && !isEmpty(draft) ? [[key, draft] as [string, Draft]] : [];
      }),
    write(userId, drafts) {
      const filled = drafts.filter(([, draft]) => !isEmpty(draft));
      stored.write(
        userId,
        filled.map(([key, draft]) => [key, writeValues(fields, draft)]),
      );
      if (!('unloadedFiles' in fields)) return;
      const all = filled.map(([, draft]) => filesOf(draft));
      persistFiles(
        userId,
        name,
        all.flatMap(({ files }) => files),
        all.flatMap(({ unloadedFiles }) => unloadedFiles),
      );
    },
    async withFiles(current) {
      const before = filesOf(current());
      if (before.unloadedFiles.length === 0) return undefined;
      const { files, lostFiles } = await loadFiles(before);
      const draft = current();
      const now = filesOf(draft);
      if (!draft || now.unloadedFiles !== before.unloadedFiles) return undefined;
      const added = now.files.filter(({ id }) => !files.some((file) => file.id === id));
      return { ...draft, files: [...files, ...added], unloadedFiles: [], lostFiles };
    },
  };
}
