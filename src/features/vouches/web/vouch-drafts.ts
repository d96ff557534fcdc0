// The input of the form, mirrored in browser storage so that it survives closing, reloading and failed requests (R-B8).
// An entry that a vouch is about, or a vouch that is requested again, has its own draft.
import type { CheckIn } from '#features/check-ins/contract.ts';
import {
  fileInfos,
  loadFiles,
  parseFileInfos,
  persistFiles,
  type AttachedFile,
  type FileInfo,
} from '#features/check-ins/web/files/persisted-files.ts';
import { startOf } from '#platform/reader/formats.ts';
import { stash } from '#platform/tabs/stash.ts';
import { newId } from '#platform/clock/id.ts';
import { isBlank } from '#platform/text/plain-text.ts';
import { createStore } from '#ui/store.ts';
import { limits } from '../constants.ts';
import type { Vouch } from '../contract.ts';

export const draftFields = [
  'project_name',
  'project_context',
  'individual_contribution',
  'reference_name',
  'reference_email',
  'reference_position',
  'reference_department',
] as const;
export type DraftField = (typeof draftFields)[number];
export type VouchInput = Record<DraftField, string>;

export type VouchDraft = VouchInput & {
  /** Of the vouch. */
  id: string;
  files: AttachedFile[];
  /** Stored files whose bytes are not loaded yet. */
  unloadedFiles: FileInfo[];
  /** Names of files whose bytes are lost. */
  lostFiles: string[];
  /** The input last sent with this id: a retry reuses the id, changed input gets a new one. */
  sentAs: string | undefined;
};

/** The draft that is about no entry. */
const freshKey = 'new';

type Drafts = {
  userId: string;
  /** The key of the draft in the form. Undefined: the form is closed. */
  open: string | undefined;
  byKey: Record<string, VouchDraft>;
};
export const vouchDrafts = createStore<Drafts>({ userId: '', open: undefined, byKey: {} });

const stored = stash('vouch-drafts');

/** Restores this user's drafts after a reload. A form that was opened before stays open. */
export function loadVouchDrafts(userId: string): void {
  const before = vouchDrafts.get();
  if (before.userId === userId) return;
  const kept = Object.fromEntries(stored.read(userId).map(([key, value]) => [key, parse(value)]));
  const isFirst = before.userId === '';
  vouchDrafts.set({
    userId,
    open: isFirst ? before.open : undefined,
    byKey: { ...(isFirst && before.byKey), ...kept },
  });
}

/** Opens the form, empty or as it was left. */
export function openVouchForm(): void {
  open(freshKey, {});
}

/** Opens the form with what an entry says. */
export function openFormFor({ id, content }: Pick<CheckIn, 'id' | 'content'>): void {
  const contribution = [...content].slice(0, limits.contribution).join('');
  // Without the mark of a beginning that was cut.
  const start = startOf(content).replace(/\.{3}$/, '');
  open(id, { project_name: start, individual_contribution: contribution });
}

/** Opens the form with the content of an earlier request. */
export function openFormLike(vouch: Vouch): void {
  const input = draftFields.map((field) => [field, vouch[field] ?? ''] as const);
  open(vouch.id, Object.fromEntries(input));
}

function open(key: string, input: Partial<VouchInput>): void {
  const draft = vouchDrafts.get().byKey[key] ?? { ...emptyDraft(), ...input };
  vouchDrafts.set({ open: key, byKey: { ...vouchDrafts.get().byKey, [key]: draft } });
  if (draft.unloadedFiles.length > 0) void loadInto(key);
}

async function loadInto(key: string): Promise<void> {
  const before = vouchDrafts.get().byKey[key];
  if (!before) return;
  const { files, lostFiles } = await loadFiles(before);
  const draft = vouchDrafts.get().byKey[key];
  if (draft?.id !== before.id) return;
  const added = draft.files.filter(({ id }) => !files.some((file) => file.id === id));
  putDraft(key, { ...draft, files: [...files, ...added], unloadedFiles: [], lostFiles });
}

export function closeVouchForm(): void {
  vouchDrafts.set({ open: undefined });
}

/** Changes the draft in the form. */
export function changeVouchDraft(change: Partial<VouchDraft>): void {
  const { open: key } = vouchDrafts.get();
  const draft = openDraft(vouchDrafts.get());
  if (key !== undefined && draft) putDraft(key, { ...draft, ...change });
}

/** The draft in the form, to send: under a new id if it changed since it was last sent. */
export function readyVouchDraft(): VouchDraft | undefined {
  const draft = openDraft(vouchDrafts.get());
  if (!draft) return undefined;
  const sentAs = inputOf(draft);
  const changed = draft.sentAs !== undefined && draft.sentAs !== sentAs;
  changeVouchDraft({ sentAs, ...(changed && { id: newId() }) });
  return openDraft(vouchDrafts.get());
}

/** Deletes the draft that was sent and closes its form. Keeps both if the input was changed while it was sent. */
export function dropSentDraft({ id, sentAs }: VouchDraft): void {
  const { byKey, open: key } = vouchDrafts.get();
  const sent = Object.keys(byKey).find((other) => byKey[other]!.id === id);
  if (sent === undefined || inputOf(byKey[sent]!) !== sentAs) return;
  const { [sent]: _, ...others } = byKey;
  vouchDrafts.set({ byKey: others, ...(key === sent && { open: undefined }) });
  store();
}

/** Whether the draft that is about no entry has input. */
export function hasFreshDraft({ byKey }: Drafts): boolean {
  const draft = byKey[freshKey];
  return draft !== undefined && !isEmpty(draft);
}

/** The draft in the form, if it is open. */
export function openDraft({ open: key, byKey }: Drafts): VouchDraft | undefined {
  return key === undefined ? undefined : byKey[key];
}

function putDraft(key: string, draft: VouchDraft): void {
  vouchDrafts.set({ byKey: { ...vouchDrafts.get().byKey, [key]: draft } });
  store();
}

function store(): void {
  const { userId, byKey } = vouchDrafts.get();
  const filled = Object.entries(byKey).filter(([, draft]) => !isEmpty(draft));
  stored.write(
    userId,
    filled.map(([key, draft]) => [key, storedForm(draft)]),
  );
  const all = filled.map(([, draft]) => draft);
  persistFiles(
    userId,
    'vouches',
    all.flatMap(({ files }) => files),
    all.flatMap(({ unloadedFiles }) => unloadedFiles),
  );
}

function storedForm({ files, unloadedFiles, id, sentAs, ...draft }: VouchDraft): object {
  const input = Object.fromEntries(draftFields.map((field) => [field, draft[field]]));
  return { ...input, id, sentAs, files: fileInfos(files, unloadedFiles) };
}

const emptyDraft = (): VouchDraft => ({
  ...emptyInput(),
  id: newId(),
  files: [],
  unloadedFiles: [],
  lostFiles: [],
  sentAs: undefined,
});

function emptyInput(): VouchInput {
  return Object.fromEntries(draftFields.map((field) => [field, ''])) as VouchInput;
}

function isEmpty(draft: VouchDraft): boolean {
  return (
    draftFields.every((field) => isBlank(draft[field])) &&
    draft.files.length + draft.unloadedFiles.length === 0
  );
}

function inputOf(draft: VouchDraft): string {
  return JSON.stringify(draftFields.map((field) => draft[field]));
}

/** Validates the shape: storage may hold data of older versions, or be edited by hand. */
function parse(value: unknown): VouchDraft {
  const kept = (value ?? {}) as Record<string, unknown>;
  const draft = emptyDraft();
  for (const field of draftFields) if (typeof kept[field] === 'string') draft[field] = kept[field];
  const { id, sentAs } = kept;
  return {
    ...draft,
    ...(typeof id === 'string' && { id }),
    ...(typeof sentAs === 'string' && { sentAs }),
    unloadedFiles: parseFileInfos(kept.files),
  };
}
