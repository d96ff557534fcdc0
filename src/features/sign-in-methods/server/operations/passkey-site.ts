// Checks what authenticators answer. Only for the origin of APP_URL, and only after the authenticator has verified the user.
import {
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import type { Assertion, Attestation } from '../../contract.ts';
import type { StoredPasskey } from '../store.ts';

/** The origin and the host that passkeys work for. */
export type PasskeySite = { origin: string; rpId: string };

export function passkeySite(appUrl: string): PasskeySite {
  const { origin, hostname } = new URL(appUrl);
  return { origin, rpId: hostname };
}

/** COSE numbers of EdDSA, ES256 and RS256. */
export const algorithms = [-8, -7, -257];

/** What the authenticator signed, so that its challenge can be looked at before any key is. Null: it cannot be read. */
export function challengeIn(clientDataJSON: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as {
      challenge?: unknown;
    };
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}

/** The state of the authenticator if it has signed this challenge with the key; otherwise undefined. */
export async function verifiedAssertion(
  { origin, rpId }: PasskeySite,
  assertion: Assertion,
  passkey: StoredPasskey,
  challenge: string,
): Promise<{ counter: number; backedUp: boolean } | undefined> {
  const publicKey = new Uint8Array(passkey.public_key);
  const checking = verifyAuthenticationResponse({
    response: { ...assertion, clientExtensionResults: {} } as unknown as AuthenticationResponseJSON,
    expectedChallenge: sealedAs(challenge),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: { id: assertion.id, publicKey, counter: passkey.sign_count },
  });
  // The library throws for whatever is wrong with an answer.
  const checked = await checking.catch(() => undefined);
  if (!checked?.verified) return undefined;
  const { newCounter, credentialBackedUp } = checked.authenticationInfo;
  return { counter: newCounter, backedUp: credentialBackedUp };
}

/** The new credential if the authenticator has made it for this challenge; otherwise undefined. */
export async function verifiedAttestation(
  { origin, rpId }: PasskeySite,
  attestation: Attestation,
  challenge: string,
) {
  if (!attestsNothing(attestation.response.attestationObject)) return undefined;
  const checking = verifyRegistrationResponse({
    response: { ...attestation, clientExtensionResults: {} } as unknown as RegistrationResponseJSON,
    expectedChallenge: sealedAs(challenge),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  });
  const checked = await checking.catch(() => undefined);
  return checked?.verified ? checked.registrationInfo : undefined;
}

/**
 * Whether it contains no certificates, as asked for. Checking those that a caller has made would fetch addresses that they
 * name.
 */
function attestsNothing(attestationObject: string): boolean {
  try {
    const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
    const format = decoded.get('fmt');
    return format === 'none' || (format === 'packed' && !decoded.get('attStmt').get('x5c'));
  } catch {
    return false;
  }
}

const sealedAs = (challenge: string) => (signed: string) => signed === challenge;
