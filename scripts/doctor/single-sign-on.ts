// The provider of single sign-on: what it publishes, whether it knows this Logbook, and its clock.
import * as oidc from 'openid-client';
import { callbackPath, logoutPath } from '#features/single-sign-on/path-constants.ts';
import { clockTolerance } from '#features/single-sign-on/rules.ts';
import { boundedFetch } from '#features/single-sign-on/server/operations/bounded-fetch.ts';
import { algorithms, discover } from '#features/single-sign-on/server/operations/provider.ts';
import type { Config } from '#platform/config/config.ts';
import type { SingleSignOn } from '#platform/config/single-sign-on.ts';
import { ok, problem, warning, type Finding } from './finding.ts';

type Settings = Pick<Config, 'appUrl' | 'singleSignOn' | 'passwords'>;

export async function checkSingleSignOn({ appUrl, singleSignOn, passwords }: Settings): Promise<Finding[]> {
  if (!singleSignOn) return [ok('Single sign-on is off (OIDC_ISSUER).')];
  const { issuer } = singleSignOn;
  let client: oidc.Configuration;
  try {
    client = await discover(singleSignOn);
  } catch (error) {
    return [
      problem(
        'The provider of single sign-on cannot be used.',
        reasonOf(error),
        `Open ${issuer.replace(/\/$/, '')}/.well-known/openid-configuration from this machine: OIDC_ISSUER must be its "issuer", character by character.`,
      ),
    ];
  }
  return [
    ok(`The provider ${issuer} responds.`),
    ...(passwords ? [] : [ok('Passwords are off: the provider and passkeys open accounts.')]),
    await checkKeys(client),
    await checkClock(issuer),
    await checkClient(client, singleSignOn, appUrl + callbackPath),
    ...checkClaims(client.serverMetadata(), singleSignOn),
    checkLogout(client.serverMetadata(), appUrl + logoutPath),
  ];
}

/** The message, and what caused it: the library wraps errors. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

async function checkKeys(client: oidc.Configuration): Promise<Finding> {
  const { jwks_uri: address, id_token_signing_alg_values_supported: supported } = client.serverMetadata();
  const fix = 'Choose a signing key for this client at the provider, such as RS256.';
  if (supported && !supported.some((name) => algorithms.includes(name)))
    return problem(
      `The provider signs with ${supported.join(', ')} only.`,
      'Logbook accepts none of it.',
      fix,
    );
  try {
    const { keys } = (await (await boundedFetch(address ?? '', {})).json()) as { keys: unknown[] };
    if (keys.length > 0) return ok('The provider publishes its keys.');
  } catch {
    // The same as without a key.
  }
  return problem('The provider publishes no keys.', 'Its answers cannot be checked.', fix);
}

async function checkClock(issuer: string): Promise<Finding> {
  const response = await boundedFetch(issuer, {}).catch(() => undefined);
  const at = Date.parse(response?.headers.get('date') ?? '');
  if (Number.isNaN(at)) return ok('The provider does not say what time it has.');
  const seconds = Math.round(Math.abs(Date.now() - at) / 1000);
  if (seconds <= clockTolerance / 2) return ok('The clock of the provider agrees with that of this machine.');
  const why = `Answers are refused if they differ by more than ${clockTolerance} seconds.`;
  return warning(`The clocks differ by ${seconds} seconds.`, why, 'Synchronize both, for example by NTP.');
}

/** Asks for a sign-in without a page. A provider that knows client and address leads back, with whatever outcome. */
async function checkClient(
  client: oidc.Configuration,
  { clientId, scopes }: SingleSignOn,
  callback: string,
): Promise<Finding> {
  const address = oidc.buildAuthorizationUrl(client, {
    ...{ redirect_uri: callback, scope: scopes, state: 'doctor', nonce: 'doctor', prompt: 'none' },
    code_challenge: await oidc.calculatePKCECodeChallenge(oidc.randomPKCECodeVerifier()),
    code_challenge_method: 'S256',
  });
  const response = await boundedFetch(address, {}).catch(() => undefined);
  const leadsBack = response?.headers.get('location')?.startsWith(callback) === true;
  if (leadsBack) return ok(`The provider knows ${clientId}, and leads back to ${callback}.`);
  return warning(
    `The provider does not lead back to ${callback}.`,
    'It may not know the client, or not this address, or it asks everyone first.',
    `Add exactly this address to the client ${clientId} at the provider. If it is there, ignore this.`,
  );
}

function checkClaims(
  { claims_supported: claims, scopes_supported: known }: oidc.ServerMetadata,
  { groupsClaim, allowedGroups, allowedDomains, linkByEmail, scopes }: SingleSignOn,
): Finding[] {
  const missing = scopes.split(' ').filter((scope) => known && !known.includes(scope));
  const findings: Finding[] = [];
  if (missing.length > 0)
    findings.push(
      warning(
        `The provider does not list the scope ${missing.join(', ')}.`,
        'It may refuse the sign-in.',
        'Check OIDC_SCOPES.',
      ),
    );
  if (allowedGroups.length > 0 && claims && !claims.includes(groupsClaim))
    findings.push(
      warning(
        `The provider does not list the claim ${groupsClaim}.`,
        'Without it, OIDC_ALLOWED_GROUPS admits no one.',
        'Check OIDC_GROUPS_CLAIM and OIDC_SCOPES, and that the provider adds groups for this client.',
      ),
    );
  if ((allowedDomains.length > 0 || linkByEmail) && claims && !claims.includes('email_verified'))
    findings.push(
      warning(
        'The provider does not list the claim email_verified.',
        'Only addresses that it has verified count for OIDC_ALLOWED_DOMAINS and OIDC_LINK_BY_EMAIL.',
        'Use OIDC_ALLOWED_GROUPS, and let users connect the provider in their settings.',
      ),
    );
  return findings;
}

function checkLogout(metadata: oidc.ServerMetadata, address: string): Finding {
  return ok(
    metadata['backchannel_logout_supported'] === true
      ? `The provider can end sessions here: its back-channel logout address for this client is ${address}.`
      : 'The provider does not say that it reports logouts: sessions here go on without it.',
  );
}
