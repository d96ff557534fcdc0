// UI copy of the invitations panel above the tabs (R-E1).
import { number, plural } from '#platform/text/language.ts';
import type { Invitation } from './contract.ts';

export const panelTexts = {
  title: 'Invitations',
  unavailable: 'Your invitations could not be loaded.',
  tryAgain: 'Try again',
  /** Shown for a user without a name. */
  someone: 'Someone',
  wantsManager: (name: string) => `${name} wants you to be their manager`,
  wantsMember: (name: string) => `${name} wants you to be their team member`,
  askedOn: (day: string) => `Asked on ${day}`,
  /** What accepting makes visible from then on (R-E3). */
  ifMember: (name: string) =>
    `If you accept, ${name} sees the entries that you share with them, your goals, and your shoutouts to them, from then on. Nothing from before.`,
  ifManager: (name: string) =>
    `If you accept, you see the entries that ${name} shares with you, their goals, and their shoutouts to you, from then on. The Team plan shows them in MY TEAM.`,
  accept: 'Accept',
  acceptFrom: (name: string) => `Accept the invitation from ${name}`,
  decline: 'Decline',
  declineFrom: (name: string) => `Decline the invitation from ${name}`,
  accepted: 'Invitation accepted',
  declined: 'Invitation declined',
  acceptFailed: 'Failed to accept invitation. Please try again.',
  declineFailed: 'Failed to decline invitation. Please try again.',
  gone: 'It was withdrawn or answered in the meantime.',
  offline: 'You are offline. Please try again when the connection is back.',
  joined: {
    member: (name: string) => `You are on ${name}'s team`,
    memberDetail: (name: string, day: string) =>
      `Since ${day}, ${name} sees the entries that you share with them, your goals, and your shoutouts to them. Nothing from before.`,
    manager: (name: string) => `You are ${name}'s manager`,
    managerDetail: (name: string, day: string) =>
      `Since ${day}, you see the entries that ${name} shares with you, their goals, and their shoutouts to you. The Team plan shows them in MY TEAM.`,
    dismiss: 'OK',
    plan: 'See the Team plan',
  },
  /** On phones, where the user opens the panel. */
  none: 'No invitations are waiting for an answer.',
  /** What the user has sent. */
  waiting: (sent: readonly Pick<Invitation, 'type' | 'email'>[], more: boolean) => {
    const [first, ...others] = sent;
    if (!first) return '';
    const count = sent.length;
    const many = `${number(count)}${more ? '+' : ''}`;
    if (others.some(({ type }) => type !== first.type))
      return plural(count, {
        one: `You are waiting for ${many} answer to your invitations`,
        other: `You are waiting for ${many} answers to your invitations`,
      });
    if (first.type === 'manager')
      return plural(count, {
        one: `You asked ${first.email} to be your manager`,
        other: `You asked ${many} people to be your manager`,
      });
    return plural(count, {
      one: `You invited ${first.email} to your team`,
      other: `You invited ${many} people to your team`,
    });
  },
  asManager: 'As your manager',
  asMember: 'As a team member',
} as const;

/** Copy of leaving a team, from the panel and from the page of an invitation. */
export const leaveTexts = {
  leave: 'Leave team',
  end: 'Remove from my team',
  title: (name: string) => `Leave ${name}'s team?`,
  endTitle: (name: string) => `Remove ${name} from your team?`,
  detail: (name: string) =>
    `${name} immediately loses access to your entries, goals and shoutouts. To join again, you need a new invitation.`,
  endDetail:
    'You no longer see what they share with you. To see it again, one of you has to send a new invitation.',
  cancel: 'Cancel',
  confirm: 'Leave team',
  endConfirm: 'Remove',
  left: 'You left the team',
  leftDetail: (name: string) => `${name} no longer sees your logbook.`,
  ended: 'Team member removed',
  failed: 'Failed to leave the team. Please try again.',
  endFailed: 'Failed to remove team member',
} as const;
