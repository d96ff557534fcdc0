// Parses which content encodings a client accepts. Browsers send only a few different headers, so results are cached.

const cache = new Map<string, Set<string>>();

/** The encodings in an `accept-encoding` header, without those of weight zero. */
export function acceptedEncodings(header = ''): Set<string> {
  const cached = cache.get(header);
  if (cached) return cached;
  const named = header.split(',').map((part) => part.trim().toLowerCase());
  const accepted = new Set(
    named.filter((part) => !/;\s*q=0(\.0*)?$/.test(part)).map((part) => part.split(';')[0]!.trim()),
  );
  if (cache.size < 100) cache.set(header, accepted);
  return accepted;
}
