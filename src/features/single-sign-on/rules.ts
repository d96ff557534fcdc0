// What the provider says of a person, and whom it may sign in.
import { isEmail, normalEmail } from '#platform/mail/address.ts';
import { normalizeText, withoutDirections } from '#platform/text/plain-text.ts';
import { limits } from './constants.ts';

export type Claims = Record<string, unknown>;

export type Person = {
  issuer: string;
  subject: string;
  /** Normalized. Null: the provider does not say, or it is not one mailbox. */
  email: string | null;
  /** Whether the provider says that the address is the person's. */
  emailVerified: boolean;
  label: string;
  /** What may be the person's name, the best first. */
  names: string[];
  groups: string[];
};

const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null);

/** `claims`: checked, of the provider with this key. */
export function personIn(
  claims: Claims,
  { issuerKey, groupsClaim }: { issuerKey: string; groupsClaim: string },
): Person {
  const subject = String(claims['sub']);
  const named = normalEmail(text(claims['email']) ?? '');
  const email = isEmail(named) ? named : null;
  const whole = [claims['given_name'], claims['family_name']].flatMap((part) => text(part) ?? []).join(' ');
  const names = [
    claims['name'],
    whole,
    claims['preferred_username'],
    claims['nickname'],
    email?.split('@')[0],
  ];
  const label =
    text(claims['email']) ?? text(claims['preferred_username']) ?? text(claims['name']) ?? subject;
  return {
    issuer: issuerKey,
    subject,
    email,
    // Some send the word. Only the value is a statement.
    emailVerified: email !== null && claims['email_verified'] === true,
    label: normalizeText(withoutDirections(label)).replaceAll(/\s+/g, ' ').slice(0, limits.label) || subject,
    names: names.flatMap((name) => text(name) ?? []),
    groups: groupsIn(claims[groupsClaim]),
  };
}

/** A list, one name, or an object with a key for each, as Zitadel has for roles. */
function groupsIn(claim: unknown): string[] {
  if (typeof claim === 'string') return [claim];
  if (Array.isArray(claim)) return claim.filter((entry) => typeof entry === 'string');
  return typeof claim === 'object' && claim !== null ? Object.keys(claim) : [];
}

type Allowed = { allowedGroups: readonly string[]; allowedDomains: readonly string[] };

/**
 * Whether the provider may sign this person in. `named`: by a group, or by the domain of a verified address, so that closed
 * sign-ups admit them, too. `everyone`: the operator names none.
 */
export function decideAdmission(
  { email, emailVerified, groups }: Pick<Person, 'email' | 'emailVerified' | 'groups'>,
  { allowedGroups, allowedDomains }: Allowed,
): 'named' | 'everyone' | 'no' {
  if (allowedGroups.length === 0 && allowedDomains.length === 0) return 'everyone';
  if (groups.some((group) => allowedGroups.includes(group))) return 'named';
  const domain = emailVerified ? email?.slice(email.lastIndexOf('@') + 1) : undefined;
  return domain !== undefined && allowedDomains.includes(domain) ? 'named' : 'no';
}

/** Seconds by which clocks may differ. */
export const clockTolerance = 60;

/** When the provider last asked who it is, in milliseconds. Null: it does not say. */
export function provedAt({ auth_time: authTime }: Claims): number | null {
  return typeof authTime === 'number' && Number.isFinite(authTime) && authTime >= 0 ? authTime * 1000 : null;
}

/** Whether the provider asked who it is since the user left for it. */
export function isProvedSince(claims: Claims, startedAt: number): boolean {
  const proved = provedAt(claims);
  return proved !== null && proved >= startedAt - clockTolerance * 1000;
}
