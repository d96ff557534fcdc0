// What the check of a packet says. It states what was recorded and signed, never that it is true (R-M6).
import { counted, number, plural } from '#platform/text/language.ts';

/** `dated`: the number of items that the instance dated itself, from `first` to `last`. */
type Signed = {
  dated: number;
  goals: number;
  issuer: string;
  first: string;
  last: string;
  published: string;
};

const theseItems = (n: number) => plural(n, { one: 'this item', other: `these ${number(n)} items` });
const theseGoals = (n: number) => plural(n, { one: 'this goal', other: `these ${number(n)} goals` });

/** What was recorded, and when. Only the publication proves when a goal was: its dates are its author's. */
function recorded({ dated, goals, first, last, published }: Signed): string {
  const time = first === last ? `on ${first}` : `between ${first} and ${last}`;
  if (goals === 0) return `${theseItems(dated)} ${time}`;
  if (dated === 0) return `${theseGoals(goals)} by ${published}`;
  return `${theseItems(dated)} ${time}, and ${counted(goals, { one: 'goal', other: 'goals' })} by ${published}`;
}

export const verdictTexts = {
  // One sentence of what is certain.
  confirmed: (signed: Signed) =>
    `${signed.issuer} recorded ${recorded(signed)}; nothing was changed since ${signed.published}.`,
  signed: ({ dated, goals, issuer, published }: Signed) =>
    `Nothing was changed in ${theseItems(dated + goals)} since ${published}, when they were signed with a key that the file attributes to ${issuer}.`,
  onlyLines: 'Only the lines listed below were signed: the Word file can show other text around them.',
  changed: (wrong: number, items: number) =>
    wrong === 0
      ? 'This packet is not as it was signed: see below what was changed.'
      : plural(wrong, {
          one: `This packet is not as it was signed: 1 line of ${number(items)} does not match.`,
          other: `This packet is not as it was signed: ${number(wrong)} lines of ${number(items)} do not match.`,
        }),
  otherCredentials: (lines: number) =>
    plural(lines, {
      one: 'This packet is as it was signed, but 1 line of it says something else than the credential next to it.',
      other: `This packet is as it was signed, but ${number(lines)} lines of it say something else than the credential next to it.`,
    }),
  nothingCertain: 'Nothing in this packet is certain: its signature does not match.',
  foreign: 'Nothing in this packet is certain: the site that it names did not sign it with any of its keys.',
  unsigned: 'This packet is not signed: nothing proves when it was written, or that it was not changed.',

  // Why a file cannot be checked.
  unreadable: 'This file is broken, or it is not a review packet.',
  noPacket: 'This file is not a review packet.',
  dropped:
    'This file contains no packet. Programs that save a PDF or a Word file again can drop it: check the file as you received it.',
  several: 'This file contains more than one packet, so nothing can be said about it.',
  ambiguous:
    'This Word file has parts that programs can show in different ways, so nothing can be said about it. Check the PDF or the packet.json of this packet.',
  newer: 'This packet has a newer format. Open the check page of the Logbook that made it.',
  tooLarge: 'This file is too large for a review packet.',
  noCrypto:
    'This browser checks signatures only on secure pages. Save this page, open the saved file, and check the packet there.',

  // What does not match, of a line.
  textHash: 'Its text, or the hash of its text, was changed.',
  changedLine: 'It was changed: its text, dates, marks, note or files are not as signed.',
  added: 'It was not in the packet that was signed.',
  moved: (from: number) => `It was moved: it was line ${from} of the packet that was signed.`,
  missing: 'It was in the packet that was signed, and is missing.',
  otherCredential: 'It says something else than its credential, which is below.',
  wordText: 'The Word file shows a different text for it.',

  // What does not match, of the packet.
  signature: 'The signature does not match what the file says was recorded, when, and by whom.',
  head: 'The title, the author, the period, the introduction, a heading or the number of lines in a group was changed.',
  keyId: 'The key does not have the name that the file gives it.',
  foreignKey: (issuer: string) => `The key that signed it is not a key of ${issuer}.`,
  pages: 'The pages of this PDF are not as signed: they may show something else than the lines below.',

  issuer: (name: string, host: string) => `${name} at ${host}`,
} as const;
