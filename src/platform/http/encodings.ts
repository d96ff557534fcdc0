// Which content encodings a caller accepts. Browsers send a handful of headers, so that what was read of one is kept.

const read = new Map<string, Set<string>>();

/** The encodings that an `accept-encoding` header names, without those whose weight is zero. */
export function acceptedEncodings(header = ''): Set<string> {
  const before = read.get(header);
  if (before) return before;
  const named = header.split(',').map((part) => part.trim().toLowerCase());
  const accepted = new Set(
    named.filter((part) => !/;\s*q=0(\.0*)?$/.test(part)).map((part) => part.split(';')[0]!.trim()),
  );
  if (read.size < 100) read.set(header, accepted);
  return accepted;
}
