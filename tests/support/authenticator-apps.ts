import { Secret, TOTP } from 'otpauth';
import type { operations } from '#features/sign-in-methods/contract.ts';
import type { ResponseOf } from '#platform/http/operation.ts';
import { newId } from '#platform/clock/id.ts';
import type { TestApp } from './app.ts';
import type { Answer, Caller, ProblemBody } from './caller.ts';
import { addPasskey } from './passkeys.ts';

export type Setup = ResponseOf<(typeof operations)['POST /api/authenticator_app/options']>;
export type AddedApp = ResponseOf<(typeof operations)['POST /api/authenticator_app']>;

/** What an authenticator app shows, some steps of 30 seconds from now. */
export function codeOf(secret: string, steps = 0, now = Date.now()): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + steps * 30_000 });
}

/** Adds an authenticator app of the caller, with the code before the current one: so the current one is still unused. */
export async function addAuthenticatorApp(
  caller: Caller,
): Promise<{ setup: Setup } & Answer<AddedApp & ProblemBody>> {
  const { json: setup } = await caller.call<Setup>('POST /api/authenticator_app/options');
  const body = { setup: setup.setup, code: codeOf(setup.secret, -1) };
  return { setup, ...(await caller.call<AddedApp & ProblemBody>('POST /api/authenticator_app', { body })) };
}

/** Adds a browser that the user is not asked for a code in. No cookie belongs to it. */
export async function rememberDevice(app: TestApp, { userId }: { userId: string }): Promise<{ id: string }> {
  const id = newId();
  const remember = `insert into remembered_devices (id, user_id, hash, user_agent, expires_at)
    select $1, id, uuid_send($1), 'A browser', now() + interval '1 day' from users where id = $2`;
  await app.database.asOwner((db) => db.query(remember, [id, userId]));
  return { id };
}

/** A row in each table of the ways to sign in. */
export async function addSecondFactors(app: TestApp, caller: Caller): Promise<void> {
  await addPasskey(app, caller);
  await addAuthenticatorApp(caller);
  await rememberDevice(app, caller);
}
