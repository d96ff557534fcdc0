/** This runtime's name for a time zone; null if it does not know the zone. */
export function knownTimeZone(name: string | undefined): string | null {
  if (!name) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/**
 * The same for IANA zones only. Runtimes also know offsets such as `+02:00`, which PostgreSQL reads with the opposite sign.
 */
export function ianaTimeZone(name: string | null | undefined): string | null {
  return name && /^[A-Za-z]/.test(name) ? knownTimeZone(name) : null;
}

/** The time zone of this runtime: in a browser, the user's. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}
