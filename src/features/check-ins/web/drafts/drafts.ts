// The draft of a new entry. It survives closing, reloading and failed saves (R-B8).
import { newId } from '#platform/clock/id.ts';
import { draft } from '#platform/drafts/draft.ts';
import {
  emptyValues,
  group,
  oneOfOrNull,
  optionalText,
  optionalTime,
  ownId,
  required,
  text,
  type Fields,
} from '#platform/drafts/fields.ts';
import { attachments, fileInfos, type Attachments, type FileInfo } from '#platform/drafts/persisted-files.ts';
import { underNewId, type Resendable } from '#platform/drafts/resend.ts';
import { isBlank } from '#platform/text/plain-text.ts';
import { emojis } from '../../constants.ts';
import type { CheckIn } from '../../contract.ts';
import { isSharing, shareInput, type ShareInput } from './share-input.ts';
import { shareBody } from './share-request.ts';

export type Emoji = (typeof emojis)[number];

type Content = Attachments & {
  content: string;
  emoji: Emoji | null;
  /** A `datetime-local` value, or empty for now. */
  date: string;
  share: ShareInput;
  /** When the user saved it. The date of the entry if it is sent later. */
  savedAt: string | undefined;
  /** `share`: another app shared it, or part of it (R-N2). */
  source: Extract<CheckIn['source'], 'share'> | null;
};
export type Draft = Content & Resendable;

const content: Fields<Content> = {
  content: required(text),
  emoji: oneOfOrNull(emojis),
  date: text,
  share: group(shareInput),
  savedAt: optionalTime,
  source: oneOfOrNull(['share'] as const),
  ...attachments,
};
/** As stored in the outbox. */
export const draftFields: Fields<Draft> = { ...content, id: required(ownId), sentAs: optionalText };

export const emptyDraft = (): Draft => emptyValues(draftFields);

export function isEmpty({ content, emoji, date, share, files, unloadedFiles }: Draft): boolean {
  const hasFiles = files.length + unloadedFiles.length > 0;
  return isBlank(content) && !emoji && !date && !isSharing(share) && !hasFiles;
}

/** All files of a draft, loaded or not. */
export function filesOf({ files, unloadedFiles }: Attachments): FileInfo[] {
  return fileInfos(files, unloadedFiles);
}

/** Everything that is sent to the server, as one string. */
export function inputOf(draft: Content): string {
  const { content, emoji, date, share } = draft;
  const files = filesOf(draft).map(({ id }) => id);
  return JSON.stringify([content, emoji, date, files, ...(isSharing(share) ? [shareBody(share)] : [])]);
}

/** The draft with a new id. Its files and its shoutout also get new ids. */
export function renewed(draft: Draft): Draft {
  return { ...underNewId(draft), share: { ...draft.share, shoutoutId: newId() } };
}

export const entryDraft = draft({ name: 'draft', fields: content, isEmpty, inputOf, renewed });
