// The page that makes an account tells the one that comes next.
import { forget, remember, remembered } from '#ui/tab-memory.ts';

const key = 'logbook-signed-up';

/** Called on the page that made the account. */
export function noteSignUp(): void {
  remember(key, 'yes');
}

/** Whether the account was made in this window just now; asked once. */
export function takeSignUp(): boolean {
  const noted = remembered(key) !== null;
  forget(key);
  return noted;
}
