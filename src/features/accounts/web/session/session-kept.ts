import { hasCode } from '#platform/http/client.ts';
import { call } from './session.ts';

/** Whether the browser kept the cookies of a session that just started. Assumes so if the server does not respond. */
export async function isSessionKept(): Promise<boolean> {
  try {
    await call('GET /api/auth/user', {});
    return true;
  } catch (error) {
    return !hasCode(error, 'no_session');
  }
}
