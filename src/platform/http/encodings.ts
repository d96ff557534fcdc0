// Parses which content encodings a client accepts. Browsers send only a few different headers, so results are cached.

const cache = new Map<string, ReadonlySet<string>>();
const maxCached = 100;
/** Longer than any real one. Parsing a long header would cost more than the response. */
const maxHeader = 200;
const none: ReadonlySet<string> = new Set();

/** The encodings in an `accept-encoding` header, without those of weight zero. None if the header is too long. */
export function acceptedEncodings(header = ''): ReadonlySet<string> {
  if (header.length > maxHeader) return none;
  const cached = cache.get(header);
  if (cached) return cached;
  const named = header.split(',').map((part) => part.trim().toLowerCase());
  const accepted = new Set(
    named.filter((part) => !/;\s*q=0(\.0*)?$/.test(part)).map((part) => part.split(';')[0]!.trim()),
  );
  if (cache.size >= maxCached) cache.clear();
  cache.set(header, accepted);
  return accepted;
}
