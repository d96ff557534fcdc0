// The input of Share with manager and Highlight a teammate. What an unchecked box hides is kept, but ignored (R-B7).
import { newId } from '#platform/clock/id.ts';

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

export function emptyShare(): ShareInput {
  const texts = { managerEmail: '', teammateEmail: '', message: '' };
  return { manager: false, teammate: false, ...texts, shoutoutId: newId() };
}

export function isSharing({ manager, teammate }: ShareInput): boolean {
  return manager || teammate;
}

/** Parses stored input. Versions before sharing stored none. */
export function parseShare(value: unknown): ShareInput {
  const { manager, managerEmail, teammate, teammateEmail, message, shoutoutId } = Object(value) as Record<
    string,
    unknown
  >;
  const textOr = (text: unknown, other = '') => (typeof text === 'string' ? text : other);
  return {
    manager: manager === true,
    managerEmail: textOr(managerEmail),
    teammate: teammate === true,
    teammateEmail: textOr(teammateEmail),
    message: textOr(message),
    shoutoutId: textOr(shoutoutId, newId()),
  };
}
