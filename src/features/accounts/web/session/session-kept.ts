import { Problem } from '#platform/http/client.ts';
import { call } from './session.ts';

/** Whether the browser kept the cookies of a session that the server just opened; without an answer it is assumed. */
export async function isSessionKept(): Promise<boolean> {
  try {
    await call('GET /api/auth/user', {});
    return true;
  } catch (error) {
    return !(error instanceof Problem && error.status === 401);
  }
}
