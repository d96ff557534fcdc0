import { whoIsSignedIn } from './session.ts';

/** Whether the browser kept the cookies of a session that the server just opened; without an answer it is assumed. */
export async function isSessionKept(): Promise<boolean> {
  return (await whoIsSignedIn().catch(() => undefined)) !== null;
}
