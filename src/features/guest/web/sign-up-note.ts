// Passes a note from the sign-up page to the page that is loaded next.
import { forget, remember, remembered } from '#ui/tab-memory.ts';

const key = 'logbook-signed-up';

/** Call it on the sign-up page, after the account is created. */
export function noteSignUp(): void {
  remember(key, 'yes');
}

/** Whether an account was just created in this tab. Clears the note. */
export function takeSignUp(): boolean {
  const noted = remembered(key) !== null;
  forget(key);
  return noted;
}
