// How results read, and which requests are refused before their token is looked at. Pure.

/** The beginning of a text, and the length of all of it if it was cut. Counts characters as the database does. */
export function excerpt(text: string, most: number): { text: string; full_length?: number } {
  const characters = [...text];
  if (characters.length <= most) return { text };
  return { text: `${characters.slice(0, most).join('')}…`, full_length: characters.length };
}

/** An instant with the offset of its time zone, `2026-11-26T09:30:00+01:00`. `wall`: its local time, as if it were UTC. */
export function zonedInstant(at: number, wall: number): string {
  const minutes = Math.round((wall - at) / 60_000);
  const two = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, '0');
  const offset = `${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
  return new Date(at + minutes * 60_000).toISOString().slice(0, 19) + offset;
}

/**
 * Whether the Host header is one that this instance has: that of its address, this machine's, or an IP address. A page that
 * makes its own name resolve to this server (DNS rebinding) sends that name.
 */
export function isOwnHost(host: string | undefined, appUrl: string): boolean {
  const url = host === undefined ? null : URL.parse(`http://${host}`);
  if (!url || url.host === '') return false;
  const { hostname } = url;
  const isAddress = hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(hostname);
  return isAddress || hostname === 'localhost' || hostname === new URL(appUrl).hostname;
}
