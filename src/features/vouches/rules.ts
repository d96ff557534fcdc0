// Pure rules for vouches, shared by the form, the page of the reference and the server.
import { extensionOf } from '#platform/files/file-name.ts';
import { countCharacters, normalizeText, withoutDirections } from '#platform/text/plain-text.ts';
import { limits } from './constants.ts';
import type { RefusalCode, Vouch } from './contract.ts';

export type VouchRequest = Pick<
  Vouch,
  | 'project_name'
  | 'project_context'
  | 'individual_contribution'
  | 'reference_name'
  | 'reference_email'
  | 'reference_position'
  | 'reference_department'
>;
export type VouchField = keyof VouchRequest;

/** The longest text of each field, in characters. Addresses have their own check. */
export const longest: Record<Exclude<VouchField, 'reference_email'>, number> = {
  project_name: limits.projectName,
  project_context: limits.projectContext,
  individual_contribution: limits.contribution,
  reference_name: limits.short,
  reference_position: limits.short,
  reference_department: limits.short,
};
const longestEntries = Object.entries(longest) as [keyof typeof longest, number][];

/** Text of several lines, as it is stored: no mark may change the direction of the text around it. */
export const textOf = (input: string): string => normalizeText(withoutDirections(input));
/** Text of one line, as it is stored. */
export const lineOf = (input: string): string => textOf(input).replace(/\s+/g, ' ');

type RawRequest = Omit<VouchRequest, 'reference_department'> & {
  reference_department?: string | null | undefined;
};

/** A request as it is stored. `email`: the address, normalized by `normalEmail`. */
export function requestOf(raw: RawRequest, email: string): VouchRequest {
  return {
    project_name: lineOf(raw.project_name),
    project_context: textOf(raw.project_context),
    individual_contribution: textOf(raw.individual_contribution),
    reference_name: lineOf(raw.reference_name),
    reference_email: email,
    reference_position: lineOf(raw.reference_position),
    reference_department: lineOf(raw.reference_department ?? '') || null,
  };
}

type RequestProblem = {
  code: Extract<RefusalCode, 'missing_fields' | 'invalid_email' | 'text_too_long'>;
  field: VouchField;
};

/** Why a request cannot be sent, and its first field at fault. `isAddress`: result of `isEmail` for its address. */
export function requestProblem(request: VouchRequest, isAddress: boolean): RequestProblem | undefined {
  const { reference_department: _, ...required } = request;
  const missing = (Object.keys(required) as VouchField[]).find((field) => request[field] === '');
  if (missing) return { code: 'missing_fields', field: missing };
  const tooLong = longestEntries.find(([field, most]) => countCharacters(request[field] ?? '') > most);
  if (tooLong) return { code: 'text_too_long', field: tooLong[0] };
  return isAddress ? undefined : { code: 'invalid_email', field: 'reference_email' };
}

/** Whether a stored vouch equals the one sent again under its id. */
export function isSameRequest(stored: VouchRequest, sent: VouchRequest): boolean {
  return (Object.keys(sent) as VouchField[]).every((field) => stored[field] === sent[field]);
}

/** What a reference changes or adds on confirming. Null: nothing. */
export type Additions = { position: string | null; statement: string | null };

/** The input of a reference as it is stored, or the field that is too long. */
export function additionsOf(
  position: string | null | undefined,
  statement: string | null | undefined,
): Additions | { tooLong: keyof Additions } {
  const additions = { position: lineOf(position ?? '') || null, statement: lineOf(statement ?? '') || null };
  if (countCharacters(additions.position ?? '') > limits.short) return { tooLong: 'position' };
  if (countCharacters(additions.statement ?? '') > limits.statement) return { tooLong: 'statement' };
  return additions;
}

/**
 * When the email can be sent again (R-F3). Null: it cannot. `gap`: seconds between two emails. An email that failed
 * can be sent again immediately.
 */
export function resendFrom(
  { status, resends, email, sent_at }: Pick<Vouch, 'status' | 'resends' | 'email' | 'sent_at'>,
  gap: number,
): string | null {
  const isOpen = status === 'pending' || status === 'expired';
  if (!isOpen || resends >= limits.resends || email === 'held' || email === 'waiting') return null;
  return email === 'failed' ? sent_at : new Date(Date.parse(sent_at) + gap * 1000).toISOString();
}

const documents = [
  'application/pdf',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
];

/** Whether a vouch may have a file of this type, detected from its content. SVG may contain scripts. */
export function isVouchFileType(mime: string): boolean {
  return (mime !== 'image/svg+xml' && /^(image|video)\//.test(mime)) || documents.includes(mime);
}

/**
 * Why a chosen file would be refused, by what the browser knows about it. Undefined if it may be sent; the server then
 * detects the type from the content.
 */
export function fileProblem({
  name,
  type,
  size,
}: Pick<File, 'name' | 'type' | 'size'>):
  | Extract<RefusalCode, 'file_type_refused' | 'file_empty' | 'file_too_large'>
  | undefined {
  const isKnown = isVouchFileType(type) || ['pdf', 'doc', 'docx'].includes(extensionOf(name));
  if (type !== '' && !isKnown) return 'file_type_refused';
  if (size === 0) return 'file_empty';
  return size > limits.fileBytes ? 'file_too_large' : undefined;
}
