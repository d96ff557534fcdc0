import type { CreationOptions, Passkey } from '#features/sign-in-methods/contract.ts';
import type { TestApp } from './app.ts';
import { Authenticator } from './authenticator.ts';
import type { Answer, Caller, ProblemBody } from './caller.ts';

export type AddedPasskey = { row: Passkey; recovery_codes: string[] | null };

/** Adds a passkey of the caller. */
export async function addPasskey(
  app: TestApp,
  caller: Caller,
  authenticator = new Authenticator(app.config.appUrl),
): Promise<{ authenticator: Authenticator; attestation: object } & Answer<AddedPasskey & ProblemBody>> {
  const { json: options } = await caller.call<CreationOptions>('POST /api/passkeys/options');
  const attestation = authenticator.create(options);
  const body = { attestation, name: 'Phone' };
  const added = await caller.call<AddedPasskey & ProblemBody>('POST /api/passkeys', { body });
  return { authenticator, attestation, ...added };
}
