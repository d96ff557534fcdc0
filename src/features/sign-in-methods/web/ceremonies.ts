// What the browser asks the user's authenticator. Loaded with the first use.
import { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser';
import { client } from '#platform/http/client.ts';
import type { Assertion, Attestation, CreationOptions, operations, Purpose } from '../contract.ts';

/** Not the one of the settings: the sign-in page would load their files with it. */
export const call = client<typeof operations>();

/** The user closed the browser's question, or let it expire, or something else took its place. */
export function isCanceled(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
}

/** The authenticator already has a passkey of this account. */
export function isKnownDevice(error: unknown): boolean {
  return error instanceof Error && error.name === 'InvalidStateError';
}

/** An answer to a new challenge. `autofill`: waits until the user chooses a passkey in the field of the address. */
export async function answerChallenge(purpose: Purpose, autofill = false): Promise<Assertion> {
  const optionsJSON = await call('POST /api/auth/passkey-challenge', { body: { purpose } });
  const answer = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill });
  return withoutUndefined(answer) as Assertion;
}

/** A new passkey. */
export async function createPasskey(options: CreationOptions): Promise<Attestation> {
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  return withoutUndefined(await startRegistration({ optionsJSON })) as Attestation;
}

/** Ends a question that waits for the user. */
export const cancelCeremony = () => WebAuthnAbortService.cancelCeremony();

const withoutUndefined = (value: object): unknown => JSON.parse(JSON.stringify(value));
