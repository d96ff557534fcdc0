// The page that makes an account tells the one that comes next.
const key = 'logbook-signed-up';

/** Called on the page that made the account. */
export function noteSignUp(): void {
  try {
    sessionStorage.setItem(key, 'yes');
  } catch {
    // What the guest was typing stays the guest's.
  }
}

/** Whether the account was made in this window just now; asked once. */
export function takeSignUp(): boolean {
  try {
    const noted = sessionStorage.getItem(key) !== null;
    sessionStorage.removeItem(key);
    return noted;
  } catch {
    return false;
  }
}
