import type { Invitation } from '../contract.ts';
import { sentMessages as texts } from '../sent-texts.ts';

/** What to report about the invitations that were created: how their emails went. */
export function sentMessage(
  invited: readonly Invitation[],
): { title: string; description: string } | undefined {
  const sent = invited.filter(({ email_state }) => email_state !== 'failed');
  if (sent.length === 0) return undefined;
  if (sent.some(({ email_state }) => email_state === 'held'))
    return { title: texts.saved, description: texts.held };
  if (sent.some(({ email_state }) => email_state === 'waiting'))
    return { title: texts.saved, description: texts.waiting };
  return { title: texts.title, description: texts.detail(sent.map(({ email }) => email)) };
}
