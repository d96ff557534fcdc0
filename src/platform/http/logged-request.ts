/** A part of a path that may be a token, such as in the link of a packet. */
const tokenInPath = /\/[\w-]{43}(?=[./]|$)/g;

/** What a log line says about a request: no query, headers or tokens (R-A11). */
export function loggedRequest({ method, url }: { method: string; url: string }) {
  return { method, path: url.replace(/[?#].*$/s, '').replace(tokenInPath, '/[token]') };
}
