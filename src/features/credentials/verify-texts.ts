// What the check of a credential says. It states what was signed and by which key, never that it is true (R-P1).
import { counted, language } from '#platform/text/language.ts';

const dayFormat = new Intl.DateTimeFormat(language.tag, { dateStyle: 'medium', timeZone: 'UTC' });
const day = (at: string) => dayFormat.format(new Date(at));
const dayMs = 86_400_000;

type Key = { link: 'published' | 'self' | 'named' | 'other'; from?: string };
type Status = {
  state: 'good' | 'revoked' | 'suspended' | 'unknown';
  asOf?: string;
  from?: 'asked' | 'given' | 'archive';
};

function age(asOf: string, now: Date): string {
  const days = Math.floor((now.getTime() - Date.parse(asOf)) / dayMs);
  if (days < 1) return 'less than a day old';
  return `${counted(days, { one: 'day', other: 'days' })} old`;
}

const signedOn = (at: string | undefined) => (at === undefined ? 'since it was signed' : `since ${at}`);

export const verifyTexts = {
  day,

  // One sentence of what is certain, and what follows it.
  bySure: (issuer: string, at: string | undefined) =>
    `${issuer} signed this credential; nothing was changed ${signedOn(at)}.`,
  byKey: (link: string, at: string | undefined) =>
    `Nothing was changed ${signedOn(at)}, when it was signed ${link}.`,
  linkOf: ({ link, from }: Key, issuer: string) => {
    if (link === 'self') return 'by the holder of a key that names no site or person';
    if (link === 'other')
      return `with a key that nothing connects with ${issuer}, which it names as its issuer`;
    if (link === 'named') return `with a key that the credential attributes to ${issuer}`;
    return from === 'archive'
      ? `with a key that a file next to it attributes to ${issuer}`
      : `with a key of ${issuer}, by the list of keys that you chose`;
  },
  held: (at: string) => `It was not withdrawn as of ${at}.`,
  cannotWithdraw: 'It names no list in which it could be withdrawn.',
  statusUnknown: 'Whether it was withdrawn is not known.',
  changed: 'This credential is not as it was signed: nothing in it is certain.',
  changedInside: 'A credential inside this one is not as it was signed: nothing in it is certain.',
  foreign: (issuer: string) =>
    `Nothing in this credential is certain: ${issuer} did not sign it with any of its keys.`,
  nothingCertain: 'Nothing in this credential is certain: its signature cannot be checked, see below.',
  noInstants: 'This credential is not valid: its dates are none.',
  notYet: (at: string) =>
    `This credential is not valid yet: it begins on ${at}, by the clock of this device.`,
  expired: (at: string) =>
    `This credential is no longer valid: it ended on ${at}, by the clock of this device.`,
  withdrawn: (issuer: string, isFinal: boolean, at: string | undefined) => {
    const what = isFinal
      ? `${issuer} has withdrawn this credential`
      : `${issuer} has suspended this credential`;
    const known = at === undefined ? `${what}.` : `${what}, by its list of ${at}.`;
    return `${known} It was signed, but it no longer holds.`;
  },
  stolen: (issuer: string, at: string) =>
    `Nothing in this credential is certain: its key was in other hands when it was signed. ${issuer} says so since ${at}.`,
  maybeStolen: (at: string) =>
    `The key has been in other hands since ${at}. Anyone who has it can write an earlier date.`,

  // Why it cannot be checked.
  unreadable: 'This file is broken, or it contains no credential.',
  noCredential: 'This file contains no credential.',
  tooLarge: 'This credential is too large to be checked here.',
  noCrypto:
    'This browser checks signatures only on secure pages. Save this page, open the saved file, and check the credential there.',
  brokenJson: 'This credential is broken: its JSON has an error.',
  deep: 'This credential has more parts than can be checked here.',
  twice:
    'This credential has two members with the same name. Programs can read either, so nothing can be said about it.',
  strangeName:
    'This credential has a member whose name means something else to some programs, so nothing can be said about it.',
  halfCharacter:
    'This credential contains half a character. Programs read it in different ways, so nothing can be said about it.',
  changedNumber:
    'This credential contains a number in a form that programs change when they read it, so nothing can be said about it.',
  noBase:
    'This credential does not follow version 2 of the standard “Verifiable Credentials”, so it cannot be checked here.',
  noIssuer: 'This credential names no issuer.',
  unknownContext: (name: string) =>
    `This credential refers to ${name} for the meaning of its parts. This page does not know that, and does not fetch it: its server could change what the signature means.`,
  ambiguous: (name: string) =>
    `This credential has ${name} where other programs could read something else than this page shows, so nothing can be said about it.`,
  brokenJwt: 'This credential is broken: it is no valid JWT.',
  oldJwt: 'This credential has the form of an earlier version of the standard, so it cannot be checked here.',
  unknownHeader: (name: string) => `The header of this JWT has ${name}, which this page does not know.`,
  jwtClaims: 'The JWT says something else than the credential inside it, so nothing can be said about it.',
  severalInPicture: 'This picture contains more than one credential, so nothing can be said about it.',
  noneInPicture:
    'This picture contains no credential. Phones and programs that save a picture again remove it: ask for the JSON file.',
  brokenPicture: 'The credential in this picture is not stored as the standard demands.',
  oldPicture: 'This picture is a badge of an earlier version of the standard, so it cannot be checked here.',
  noneInZip:
    'This file contains no credentials. In an archive of Logbook, they are in the folder “credentials”: unpack it, and choose one.',

  // What is wrong with a proof, after the name of its suite.
  unknownSuite: (suite: string) => `This page does not know the suite ${suite}.`,
  purpose: 'It was not made to state something.',
  noKey: 'It names no key.',
  strangeKey: 'The name of its key does not match the key.',
  otherPurpose: 'Its key may not sign statements.',
  foreignKey: (controller: string) => `Its key is not a key of ${controller}.`,
  keyUnknown: (controller: string) =>
    `Its key is in a document of ${controller} that is not here. Choose that file, or ask for it.`,
  strangeMethod: (controller: string) => `This page does not know how to find a key of ${controller}.`,
  noInstant: 'A date of it is none.',
  proofFuture: 'It is of a later time than the clock of this device.',
  proofExpired: 'It has expired.',
  notLoaded: 'What is needed to check it could not be loaded. Check your connection, or save this page.',
  signature: 'The signature does not match.',
  notCanonical: 'The credential has parts that no signature of this kind covers.',
  manyProofs: 'There are more proofs than can be checked here.',
  manyInside: 'It contains more credentials than can be checked here.',
  inside: 'The signature of a credential inside it does not match.',

  // Why it is not known whether it was withdrawn.
  unknownStatus: (type: string) => `This page does not know the status ${type}.`,
  noList: 'The list of its issuer that says whether it was withdrawn is not here.',
  brokenList: 'The list that says whether it was withdrawn is broken.',
  shortList: 'The list that says whether it was withdrawn is shorter than the standard permits.',
  listIssuer: 'Someone else issued the list that says whether it was withdrawn.',
  listSignature: 'The list that says whether it was withdrawn is not as it was signed.',
  listKey:
    'The list that says whether it was withdrawn was signed with a key that is not known as one of the issuer.',
  oldList: 'The list that says whether it was withdrawn has expired.',

  labels: {
    signature: 'Signature',
    issuer: 'Issuer',
    key: 'Key',
    status: 'Status',
    signed: 'Signed',
    from: 'Valid from',
    until: 'Valid until',
    name: 'Title',
    description: 'Description',
    person: 'About',
    achievement: 'Work',
    text: 'Text',
    criteria: 'What was confirmed',
    source: 'Confirmed by',
    mailbox: 'Mailbox at',
    evidence: 'File',
    endorsement: 'In their words',
  },
  endorsedBy: (comment: string, issuer: string) =>
    `${comment}\n(Issued by ${issuer}, as the credential says.)`,
  proof: (suite: string, state: 'valid' | 'invalid' | 'unchecked') =>
    `${suite}: ${{ valid: 'matches', invalid: 'does not hold', unchecked: 'not checked' }[state]}`,
  issuerLine: (name: string, id: string) => (name === '' ? id : `${name}, as it calls itself: ${id}`),
  keyFound: ({ link, from }: Key, issuer: string) => {
    if (link === 'self') return 'In the name of the issuer, which is only a key.';
    if (link === 'other') return `In its own name. Nothing connects it with ${issuer}.`;
    if (link === 'named')
      return `In its own name, which the credential attributes to ${issuer}. ${issuer} was not asked.`;
    switch (from) {
      case 'asked':
        return `In the list of keys that ${issuer} sent just now.`;
      case 'page':
        return 'One of the keys of this site.';
      case 'saved':
        return `One of the keys of ${issuer}, from which this page was saved.`;
      case 'given':
        return 'In the list of keys that you chose. It says as much as the place that you have it from.';
      default:
        return 'In a list of keys in the same file. The author of the file could have made the list, too.';
    }
  },
  statusLine: ({ state, asOf, from }: Status, now: Date) => {
    if (state === 'unknown') return 'Not known';
    const what = { good: 'Not withdrawn', revoked: 'Withdrawn', suspended: 'Suspended' }[state];
    if (asOf === undefined) return what;
    const source = {
      asked: 'asked just now',
      given: 'the list that you chose',
      archive: 'the list in the same file',
    };
    return `${what}, by the list of ${day(asOf)}, ${age(asOf, now)} (${source[from ?? 'given']})`;
  },

  notTrue: 'That its content is true. The signature shows which key signed it, and that nothing was changed.',
  notBound: 'Who shows it to you. It names no key of its holder, so anyone with a copy can show it.',
  notHolder: 'Who shows it to you. The holder of the key that it names has to prove that in another way.',
  notFiles: 'What is in its files. It names them with their hashes, and does not contain them.',
  notNow: 'That it still holds. Its issuer can withdraw it.',
} as const;
