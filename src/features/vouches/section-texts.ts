// UI copy of the Vouches section while its list is closed.
import { counted, number } from '#platform/text/language.ts';

export const sectionTexts = {
  title: 'Vouches',
  loading: 'Loading your vouches...',
  unavailable: 'Your vouches could not be loaded.',
  offline: 'You are offline. Your vouches appear when the connection is back.',
  tryAgain: 'Try again',
  empty: 'Have your work confirmed by someone who saw it',
  create: 'Request a vouch',
  /** With a draft in the form. */
  resume: 'Continue request',
  /** Vouches that other instances recorded. */
  elsewhere: (count: number) => `${count} from another Logbook`,
  /** `more`: not all are loaded. */
  summary: (all: number, verified: number, pending: number, more: boolean) => {
    if (more) return `${number(all)}+ vouches`;
    const parts = [
      verified > 0 && `${number(verified)} verified`,
      pending > 0 && `${number(pending)} pending`,
    ].filter(Boolean);
    if (parts.length > 0) return parts.join(' · ');
    return counted(all, { one: 'vouch', other: 'vouches' });
  },
} as const;
