/**
 * How many of the shoutouts received at these instants are unread: those after `since`, when the user last read them. None
 * before the first visit (R-D1).
 */
export function countUnreadSince(received: readonly string[], since: string | undefined): number {
  if (since === undefined) return 0;
  const read = Date.parse(since);
  return received.filter((at) => Date.parse(at) > read).length;
}
