// The settings of single sign-on with a provider of OpenID Connect, and whether passwords open accounts.
import * as z from 'zod';
import { list } from '../text/language.ts';
import { refuseMissing, StartupError } from './startup-error.ts';

export type SingleSignOn = {
  /** As the provider writes it. */
  issuer: string;
  /** What identities are stored with: the issuer without a slash at its end, which is easy to forget. */
  issuerKey: string;
  clientId: string;
  /** Undefined: a public client, which only PKCE protects. */
  clientSecret: string | undefined;
  /** What the buttons call the provider. */
  name: string;
  /** Separated by spaces, with `openid`. */
  scopes: string;
  /** The claim that lists a person's groups. */
  groupsClaim: string;
  /** Whom the provider may sign in: members of these groups, and verified addresses of these domains. Both empty: everyone. */
  allowedGroups: string[];
  allowedDomains: string[];
  /** Whether the sign-in page goes on to the provider without a click. */
  autoRedirect: boolean;
  /** Whether an account is opened by the same address, verified on both sides (R-Q1). */
  linkByEmail: boolean;
};

const isLoopback = (hostname: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
/** Its tokens come from any organization, so their issuer would prove nothing. */
const isForAnyTenant = ({ hostname, pathname }: URL) =>
  hostname === 'login.microsoftonline.com' && /^\/(common|organizations|consumers)(\/|$)/.test(pathname);

const onOrOff = z.enum(['on', 'off'], 'must be on or off').default('off');
const listed = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  );
const domain = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

export const singleSignOnSettings = {
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: 'must be an https address' })
    .refine((text) => {
      if (!URL.canParse(text)) return true;
      const { protocol, hostname, username, search, hash } = new URL(text);
      return (protocol === 'https:' || isLoopback(hostname)) && username + search + hash === '';
    }, 'must be an https address without a query (http only on this machine)')
    .refine(
      (text) => !text.includes('/.well-known/'),
      'must be the issuer, without /.well-known/openid-configuration',
    )
    .refine(
      (text) => !URL.canParse(text) || !isForAnyTenant(new URL(text)),
      'must name one tenant of Entra, such as https://login.microsoftonline.com/<tenant id>/v2.0',
    )
    .optional(),
  OIDC_CLIENT_ID: z
    .string()
    .trim()
    .min(1, 'must not be blank')
    .max(300, 'must have at most 300 characters')
    .optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z
    .string()
    .trim()
    .min(1, 'must not be blank')
    .max(40, 'must have at most 40 characters')
    .optional(),
  OIDC_SCOPES: z
    .string()
    .trim()
    .refine(
      (text) => text.split(/\s+/).includes('openid'),
      'must be separated by spaces, and one of them openid',
    )
    .transform((text) => text.split(/\s+/).join(' '))
    .default('openid profile email'),
  OIDC_GROUPS_CLAIM: z.string().trim().min(1, 'must not be blank').default('groups'),
  OIDC_ALLOWED_GROUPS: listed,
  OIDC_ALLOWED_DOMAINS: listed
    .transform((domains) => domains.map((name) => name.toLowerCase().replace(/^@/, '')))
    .refine(
      (domains) => domains.every((name) => domain.test(name)),
      'must be domains separated by commas, such as example.org',
    ),
  OIDC_AUTO_REDIRECT: onOrOff,
  OIDC_LINK_BY_EMAIL: onOrOff,
  PASSWORDS: z.enum(['on', 'off'], 'must be on or off').default('on'),
};

type Set = z.infer<z.ZodObject<typeof singleSignOnSettings>>;

/** Undefined without a provider. Throws StartupError for settings that need one, or each other. */
export function singleSignOnOf(set: Set): SingleSignOn | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = set;
  if (issuer === undefined && clientId === undefined) {
    const useless = Object.entries({
      OIDC_CLIENT_SECRET: set.OIDC_CLIENT_SECRET !== undefined,
      OIDC_NAME: set.OIDC_NAME !== undefined,
      OIDC_ALLOWED_GROUPS: set.OIDC_ALLOWED_GROUPS.length > 0,
      OIDC_ALLOWED_DOMAINS: set.OIDC_ALLOWED_DOMAINS.length > 0,
      OIDC_AUTO_REDIRECT: set.OIDC_AUTO_REDIRECT === 'on',
      OIDC_LINK_BY_EMAIL: set.OIDC_LINK_BY_EMAIL === 'on',
      'PASSWORDS=off': set.PASSWORDS === 'off',
    }).flatMap(([name, isSet]) => (isSet ? [name] : []));
    if (useless.length === 0) return undefined;
    throw new StartupError({
      what: `${list(useless, 'unit')} without OIDC_ISSUER and OIDC_CLIENT_ID cannot work.`,
      why: 'There is no provider to sign in with.',
      fix: 'Set both, as docs/single-sign-on.md describes, or remove the others.',
    });
  }
  refuseMissing(
    { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId },
    {
      why: 'Signing in with a provider needs both its address and the id of Logbook there.',
      fix: 'Set what is missing, as docs/single-sign-on.md describes, or remove the other.',
    },
  );
  return {
    issuer: issuer!,
    issuerKey: issuer!.replace(/\/$/, ''),
    clientId: clientId!,
    clientSecret: set.OIDC_CLIENT_SECRET,
    name: set.OIDC_NAME ?? new URL(issuer!).hostname.slice(0, 40),
    scopes: set.OIDC_SCOPES,
    groupsClaim: set.OIDC_GROUPS_CLAIM,
    allowedGroups: set.OIDC_ALLOWED_GROUPS,
    allowedDomains: set.OIDC_ALLOWED_DOMAINS,
    autoRedirect: set.OIDC_AUTO_REDIRECT === 'on',
    linkByEmail: set.OIDC_LINK_BY_EMAIL === 'on',
  };
}
