// Who is signed in. The tokens stay in HttpOnly cookies; the page never sees them (R-A6).
import { client, Problem } from '#platform/http/client.ts';
import type { operations, SignedIn } from '../contract.ts';

export const call = client<typeof operations>();

const unauthorized = (error: unknown) => error instanceof Problem && error.status === 401;

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
