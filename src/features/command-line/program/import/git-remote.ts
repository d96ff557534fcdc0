// Addresses of remotes, without the names and passwords that they may contain.

export type Remote = {
  /** Such as `acme/api`. */
  name: string;
  /** The page of a commit. Undefined if the host has none. */
  commit(hash: string): string | undefined;
};

/** Undefined for a remote in the file system. */
export function readRemote(text: string): Remote | undefined {
  const place = readUrl(text) ?? readShort(text);
  const name = place?.path
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.git$/, '')
    // A Bitbucket that a company runs itself.
    .replace(/^scm\//, '');
  if (!place || !name) return undefined;
  const folder = place.host === 'bitbucket.org' ? 'commits' : 'commit';
  const pageOf = (hash: string) => `${place.protocol}//${place.host}/${name}/${folder}/${hash}`;
  // The name of a host in the user's settings of SSH, such as `work`, is no address.
  const hasPages = place.host.includes('.') && URL.canParse(pageOf(''));
  return { name, commit: (hash) => (hasPages ? new URL(pageOf(hash)).href : undefined) };
}

type Place = { protocol: string; host: string; path: string };

function readUrl(text: string): Place | undefined {
  if (!/^(?:https?|ssh|git|git\+ssh):\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, host, hostname, pathname: path } = new URL(text);
  // The port of SSH is not that of the pages.
  return /^https?:$/.test(protocol) ? { protocol, host, path } : { protocol: 'https:', host: hostname, path };
}

/** `git@github.com:acme/api.git`. One letter before the colon is a drive of Windows. */
function readShort(text: string): Place | undefined {
  const [, host, path] = /^(?:[^/@:]+@)?([\w.-]{2,}):(?!\/\/)(.+)$/.exec(text) ?? [];
  if (host === undefined || path === undefined) return undefined;
  return { protocol: 'https:', host: host.toLowerCase(), path };
}
