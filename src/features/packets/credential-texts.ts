// Texts of the page that checks credentials, around the results.
import { list, number } from '#platform/text/language.ts';

export const credentialPageTexts = {
  count: (count: number) => `This file contains ${number(count)} credentials.`,
  ofLine: (line: number) => `Credential of line ${line}`,
  otherLine: (line: number) => `It says something else than line ${line} of the packet.`,
  claimed: 'What is claimed',
  fileClaims: 'What the file contains',
  notClaimed: 'What is not claimed',
  how: 'How this is known',
  meaning: 'What does this prove?',
  ask: (hosts: readonly string[]) => `Ask ${list(hosts)}`,
  askHint:
    'For its keys, and whether this was withdrawn. Your browser asks directly: the site sees your network address, and that someone checks one of its credentials.',
  unread:
    'Nothing was received, or this page may not read it. Open the address, save what it shows, and choose that file here:',
  evidenceOnly: 'The keys or the list were read. Now choose the credential.',
} as const;
