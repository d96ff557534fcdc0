// Who is signed in. The tokens stay in HttpOnly cookies; the page never sees them (R-A6).
import { client, Problem } from '#platform/http/client.ts';
import type { operations, SignedIn } from '../../contract.ts';
import { forgetSession } from './session-memory.ts';

export const call = client<typeof operations>();

const unauthorized = (error: unknown) => error instanceof Problem && error.status === 401;

/** Ends the session here and on the server; one that has ended already is as good. Throws when no answer came. */
export async function endSession(): Promise<void> {
  try {
    await call('POST /api/auth/sign-out', {});
  } catch (error) {
    if (!unauthorized(error)) throw error;
  }
  forgetSession();
}

/** The signed-in person, or null. An access token that ran out in the meantime is renewed once. */
export async function whoIsSignedIn(): Promise<SignedIn | null> {
  try {
    return await call('GET /api/auth/user', {});
  } catch (error) {
    if (!unauthorized(error)) throw error;
  }
  try {
    await call('POST /api/auth/refresh', {});
    return await call('GET /api/auth/user', {});
  } catch (error) {
    if (unauthorized(error)) return null;
    throw error;
  }
}
