// Pure decisions about shoutouts, shared by the dialog and the server.
import { limits } from './constants.ts';
import type { RefusalCode, Shoutout } from './contract.ts';

/** What a sender entered: the address normalized by `normalEmail`, the message by `normalizeText`. */
export type ShoutoutInput = {
  recipient: string;
  /** Result of `isEmail` for the recipient. */
  isAddress: boolean;
  message: string;
};

type InputProblem = Extract<
  RefusalCode,
  'recipient_required' | 'invalid_email' | 'message_required' | 'message_too_long'
>;

/** Why a shoutout cannot be sent, or undefined if it can. */
export function inputProblem({ recipient, isAddress, message }: ShoutoutInput): InputProblem | undefined {
  if (recipient === '') return 'recipient_required';
  if (!isAddress) return 'invalid_email';
  if (message === '') return 'message_required';
  return [...message].length > limits.message ? 'message_too_long' : undefined;
}

/** The beginning of an entry, as a shoutout about it shows it (R-D2). */
export function excerptOf(content: string): string {
  const characters = [...content];
  return characters.length > limits.excerpt ? `${characters.slice(0, limits.excerpt).join('')}…` : content;
}

type SentContent = Pick<Shoutout, 'recipient_email' | 'message' | 'check_in_id'>;

/** Whether a stored shoutout equals the one sent again under its id. */
export function isSameShoutout(stored: SentContent, sent: SentContent): boolean {
  return (
    stored.recipient_email === sent.recipient_email &&
    stored.message === sent.message &&
    stored.check_in_id === sent.check_in_id
  );
}
