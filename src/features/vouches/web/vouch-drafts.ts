// The input of the form. It survives closing, reloading and failed requests (R-B8). An entry that a vouch is about, or a
// vouch that is requested again, has its own draft.
import type { CheckIn } from '#features/check-ins/contract.ts';
import { drafts } from '#platform/drafts/drafts.ts';
import { optionalText, ownId, text } from '#platform/drafts/fields.ts';
import { attachments, type Attachments } from '#platform/drafts/persisted-files.ts';
import { readyToSend, underNewId, type Resendable } from '#platform/drafts/resend.ts';
import { startOf } from '#platform/reader/formats.ts';
import { isBlank } from '#platform/text/plain-text.ts';
import { createStore, useStore } from '#ui/store.ts';
import { limits } from '../constants.ts';
import type { Vouch } from '../contract.ts';

const inputFields = {
  project_name: text,
  project_context: text,
  individual_contribution: text,
  reference_name: text,
  reference_email: text,
  reference_position: text,
  reference_department: text,
};
export type DraftField = keyof typeof inputFields;
export const draftFields = Object.keys(inputFields) as DraftField[];
export type VouchInput = Record<DraftField, string>;
/** Its id is that of the vouch. */
export type VouchDraft = VouchInput & Resendable & Attachments;

/** By the id of the entry, or of the vouch, that they are about. */
export const vouchDrafts = drafts<VouchDraft>({
  name: 'vouch-drafts',
  fields: { ...inputFields, id: ownId, sentAs: optionalText, ...attachments },
  isEmpty,
});

function isEmpty(draft: VouchDraft): boolean {
  return (
    draftFields.every((field) => isBlank(draft[field])) &&
    draft.files.length + draft.unloadedFiles.length === 0
  );
}

/** The draft that is about no entry. */
const freshKey = 'new';

/** `open`: the key of the draft in the form. Undefined: the form is closed. */
export const vouchForm = createStore<{ open: string | undefined }>({ open: undefined });

/** Restores this user's drafts after a reload. A form that was opened before stays open. */
export function loadVouchDrafts(userId: string): void {
  const { userId: before } = vouchDrafts.store.get();
  if (before !== '' && before !== userId) closeVouchForm();
  vouchDrafts.load(userId);
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

/** Opens the form with what is known from elsewhere: a draft of its own, under this key. */
export function openFormWith(key: string, input: Partial<VouchInput>): void {
  const cut = (text: string, max: number) => [...text].slice(0, max).join('');
  const { individual_contribution: contribution = '' } = input;
  open(key, { ...input, individual_contribution: cut(contribution, limits.contribution) });
}

function open(key: string, input: Partial<VouchInput>): void {
  vouchDrafts.begin(key, input);
  vouchForm.set({ open: key });
  void vouchDrafts.loadFiles(key);
}

export function closeVouchForm(): void {
  vouchForm.set({ open: undefined });
}

/** The draft in the form, if it is open. */
export function openDraft(): VouchDraft | undefined {
  const { open: key } = vouchForm.get();
  return key === undefined ? undefined : vouchDrafts.get(key);
}

/** The same, for components. */
export function useOpenDraft(): VouchDraft | undefined {
  const key = useStore(vouchForm, ({ open }) => open);
  return useStore(vouchDrafts.store, ({ byKey }) => (key === undefined ? undefined : byKey[key]));
}

/** Changes the draft in the form. */
export function changeVouchDraft(change: Partial<VouchDraft>): void {
  const { open: key } = vouchForm.get();
  const draft = openDraft();
  if (key !== undefined && draft) vouchDrafts.put(key, { ...draft, ...change });
}

/** The draft in the form, to send: under a new id if it changed since it was last sent. */
export function readyVouchDraft(): VouchDraft | undefined {
  const draft = openDraft();
  if (draft) changeVouchDraft(readyToSend(draft, inputOf, underNewId));
  return openDraft();
}

/** Deletes the draft that was sent and closes its form. Keeps both if the input was changed while it was sent. */
export function dropSentDraft({ id, sentAs }: VouchDraft): void {
  const { byKey } = vouchDrafts.store.get();
  const sent = Object.keys(byKey).find((key) => byKey[key]!.id === id);
  if (sent === undefined || inputOf(byKey[sent]!) !== sentAs) return;
  vouchDrafts.put(sent, undefined);
  if (vouchForm.get().open === sent) closeVouchForm();
}

/** Whether the draft that is about no entry has input. */
export function hasFreshDraft({ byKey }: { byKey: Record<string, VouchDraft> }): boolean {
  return byKey[freshKey] !== undefined && !isEmpty(byKey[freshKey]);
}

function inputOf(draft: VouchDraft): string {
  return JSON.stringify(draftFields.map((field) => draft[field]));
}
