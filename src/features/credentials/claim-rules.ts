// What a credential claims, for those who show it.
import { language } from '#platform/text/language.ts';
import type { VouchCredential } from './format-contract.ts';

/** The day of an instant: `March 25, 2026`, in UTC, as the credential's own texts name it. */
const dayFormat = new Intl.DateTimeFormat(language.tag, { dateStyle: 'long', timeZone: 'UTC' });

export type Claim = {
  /** The work. */
  name: string;
  /** What was confirmed: context and contribution. */
  text: string;
  /** Nothing proves it. */
  owner: string | null;
  /** Name, position and department, as they were confirmed. */
  reference: string;
  /** Of the reference's mailbox, if its holder agreed. */
  domain: string | null;
  statement: string | null;
  day: string;
  files: readonly { name: string; about: string }[];
  issuer: { name: string; url: string };
  /** What the credential says and what it does not say. */
  meaning: string;
};

export function claimOf(credential: VouchCredential): Claim {
  const { credentialSubject: subject, issuer, endorsement } = credential;
  const { achievement, source } = subject;
  return {
    name: achievement.name,
    text: achievement.description,
    owner: subject.identifier?.[0].identityHash ?? null,
    reference: [source.name, source.description].filter(Boolean).join(', '),
    domain: source.otherIdentifier?.[0].identifier ?? null,
    statement: endorsement?.[0].credentialSubject.endorsementComment ?? null,
    day: dayFormat.format(new Date(credential.validFrom)),
    files: (credential.evidence ?? []).map(({ name, description }) => ({ name, about: description })),
    issuer: { name: issuer.name, url: issuer.url },
    meaning: credential.description,
  };
}
