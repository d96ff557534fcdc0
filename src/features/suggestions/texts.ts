import { number } from '#platform/text/language.ts';
import type { AddOutcome, RefusalCode } from './contract.ts';
import { limits } from './constants.ts';

/** User-facing message for each error code, with an optional `detail` sentence. */
export const refusalTexts: Record<RefusalCode, { title: string; detail?: string }> = {
  nothing_to_undo: {
    title: 'This can no longer be undone',
    detail: 'Undo works for an hour. An entry that you do not want can be deleted.',
  },
};

/** Why a suggestion was not added. */
export const outcomeTexts: Partial<Record<AddOutcome, string>> = {
  content_required: 'The text is empty.',
  content_too_long: `The text has more than ${number(limits.content)} characters.`,
  source_id_required: 'The id at the source is empty.',
  invalid_date: 'The date is before 1900 or in the future.',
  too_many_suggestions: `There are ${number(limits.open)} open suggestions already. Accept or dismiss some first.`,
};
