/** An offset such as `+02:00` is no name: runtimes know them as zones, but PostgreSQL reads them with the opposite sign. */
const isName = (zone: string) => /^[A-Za-z]/.test(zone) && zone !== 'Etc/Unknown';

/** This runtime's name for an IANA time zone; null if it does not know the zone. */
export function knownTimeZone(name: string | null | undefined): string | null {
  if (!name || !isName(name)) return null;
  try {
    return new Intl.DateTimeFormat(undefined, { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** The IANA time zone of this runtime: in a browser, the user's. */
export function ownTimeZone(): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone && isName(zone) ? zone : 'UTC';
}
