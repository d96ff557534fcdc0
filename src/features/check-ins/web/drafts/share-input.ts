// The input of Share with manager and Highlight a teammate. What an unchecked box hides is kept, but ignored (R-B7).
import { emptyValues, flag, ownId, text, type Fields } from '#platform/drafts/fields.ts';

export type ShareInput = {
  /** Whether Share with manager is checked. */
  manager: boolean;
  managerEmail: string;
  /** Whether Highlight a teammate is checked. */
  teammate: boolean;
  teammateEmail: string;
  message: string;
  /** Id of the shoutout to the teammate. Retries keep it, so that it is sent once. */
  shoutoutId: string;
};

export const shareInput: Fields<ShareInput> = {
  manager: flag,
  managerEmail: text,
  teammate: flag,
  teammateEmail: text,
  message: text,
  shoutoutId: ownId,
};

export const emptyShare = (): ShareInput => emptyValues(shareInput);

export function isSharing({ manager, teammate }: ShareInput): boolean {
  return manager || teammate;
}
