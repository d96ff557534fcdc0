import { number } from '#platform/text/language.ts';
import { limits } from './constants.ts';

export const texts = {
  title: 'Team Update Snapshot',
  unknownSender: 'Unknown',
  heading: "This Week's Accomplishments",
  sharedBy: (name: string, address: string | null) =>
    address === null || address === name
      ? `Shared with you by ${name}`
      : `Shared with you by ${name} (${address})`,
  ends: (day: string) =>
    `Only people with this link can open this page. It works until ${day}, unless sharing ends earlier.`,
  nameInLink: 'Name in the link',
  notSigned: (instanceName: string) => `This link is not signed by ${instanceName}`,
  notSignedWhy: 'This text comes from the link, and so does the name. Anyone could have written them.',
  shortened: `The text in the link is longer. Only the first ${number(limits.linkText)} characters are shown.`,
  manager: {
    title: 'Manager Access',
    text: 'See the check-ins that your team shares with you in one place, as soon as they are written.',
    action: 'Upgrade to Manager Plan',
  },
  employee: {
    title: 'Start Your Own Logbook',
    text: 'Keep a dated record of your wins, lessons and goals. It is free, and it stays yours when you change jobs.',
    action: 'Create Free Account',
  },
  invalid: {
    title: 'Invalid Link',
    text: 'This snapshot link appears to be invalid or expired',
    action: 'Go to sign in',
  },
  unavailable: {
    title: 'This snapshot cannot be loaded right now',
    text: 'The link is fine. Please try again in a minute.',
    action: 'Try again',
  },
};
