const name = 'logbook-check';

/** Whether this browser accepts cookies from this site. `navigator.cookieEnabled` ignores blocked sites. */
export function cookiesWork(): boolean {
  try {
    document.cookie = `${name}=1; samesite=lax`;
    const works = document.cookie.includes(`${name}=`);
    document.cookie = `${name}=; max-age=0; samesite=lax`;
    return works;
  } catch {
    return false;
  }
}
