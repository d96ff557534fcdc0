// Pure decisions about whom an entry is shared with (R-B6, R-B7), for the dialogs and the server.
import { countCharacters, normalizeText } from '#platform/text/plain-text.ts';
import type { ShareRefusal } from '#features/check-ins/share-contract.ts';
import { limits as shoutoutLimits } from '#features/shoutouts/constants.ts';
import { shareLimits } from './constants.ts';

export type AddressInput = {
  /** Result of `normalEmail`. */
  address: string;
  /** Result of `isEmail` for the address. */
  isAddress: boolean;
  /** Whether it is one of the user's own addresses, verified or not. The dialogs know only the primary one. */
  isOwn: boolean;
};

/** The part of an entry that the email to the manager contains. */
export function snapshotOf(content: string): { text: string; isShortened: boolean } {
  const characters = [...content];
  if (characters.length <= shareLimits.snapshot) return { text: content, isShortened: false };
  return { text: `${characters.slice(0, shareLimits.snapshot).join('')}…`, isShortened: true };
}

/** Why an entry cannot be shared with this manager, or undefined if it can. */
export function managerProblem({
  address,
  isAddress,
  isOwn,
}: AddressInput): 'manager_email_required' | 'invalid_manager_email' | 'own_manager_address' | undefined {
  if (address === '') return 'manager_email_required';
  if (!isAddress) return 'invalid_manager_email';
  return isOwn ? 'own_manager_address' : undefined;
}

/** Why this teammate cannot be sent a message about an entry, or undefined if they can. */
export function teammateProblem(
  { address, isAddress, isOwn }: AddressInput,
  message: string,
): Extract<ShareRefusal, `${string}teammate${string}`> | undefined {
  if (address === '') return 'teammate_email_required';
  if (!isAddress) return 'invalid_teammate_email';
  if (isOwn) return 'own_teammate_address';
  const text = normalizeText(message);
  if (text === '') return 'teammate_message_required';
  return countCharacters(text) > shoutoutLimits.message ? 'teammate_message_too_long' : undefined;
}
