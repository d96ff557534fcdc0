// Which of the encodings that lie ready a request takes.

const taking = new Map<string, Set<string>>();

/** The encodings that a header names, without those that it weighs with nothing. Browsers send a handful of them. */
export function takes(header = ''): Set<string> {
  const before = taking.get(header);
  if (before) return before;
  const names = namesIn(header);
  if (taking.size < 100) taking.set(header, names);
  return names;
}

function namesIn(header: string): Set<string> {
  const named = header.split(',').map((part) => part.trim().toLowerCase());
  return new Set(
    named.filter((part) => !/;\s*q=0(\.0*)?$/.test(part)).map((part) => part.split(';')[0]!.trim()),
  );
}
