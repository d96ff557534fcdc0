// The token of this machine, and where it belongs.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { accessTexts as texts } from '../access-texts.ts';
import { builtInAddress } from '../constants.ts';
import { codeOf, CommandError } from './command-error.ts';
import { configFolder, makeFolder, storageError, writeDurably } from './folders.ts';

export type Credentials = {
  /** The address of the instance, without a slash at its end. */
  url: string;
  token: string;
  /** The account; null if the environment provides the token. */
  email: string | null;
};

// Assembled, so that the server replaces only the other occurrence.
const placeholder = ['https://instance', 'logbook.invalid'].join('.');

/** The instance that this program was downloaded from. */
export const ownAddress = builtInAddress === placeholder ? undefined : builtInAddress;

const file = () => join(configFolder(), 'credentials.json');

/** An address of an instance, normalized. */
export function readAddress(text: string): string {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new CommandError('usage', texts.noAddress(text));
  return url.origin;
}

/** The stored token, or that of the environment, which scripts use. Undefined when signed out. */
export function findCredentials(): Credentials | undefined {
  const { LOGBOOK_TOKEN: token, LOGBOOK_URL: address } = process.env;
  if (token) {
    const url = address ? readAddress(address) : (ownAddress ?? readStored()?.url);
    if (url === undefined) throw new CommandError('usage', texts.addressMissing);
    return { url, token, email: null };
  }
  return readStored();
}

export function requireCredentials(): Credentials {
  const found = findCredentials();
  if (found) return found;
  throw new CommandError('signedOut', texts.signInFirst);
}

function readStored(): Credentials | undefined {
  let text: string;
  try {
    text = readFileSync(file(), 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw new CommandError('storage', texts.unreadable(file(), (error as Error).message));
  }
  const stored = parse(text);
  if (stored) return stored;
  throw new CommandError('storage', texts.damaged(file()));
}

function parse(text: string): Credentials | undefined {
  try {
    const { url, token, email } = JSON.parse(text) as Partial<Record<keyof Credentials, unknown>>;
    return typeof url === 'string' && typeof token === 'string' && typeof email === 'string'
      ? { url, token, email }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Reads what `login` replaces: a damaged file is no reason not to sign in. */
export function replacedCredentials(): Credentials | undefined {
  try {
    return readStored();
  } catch {
    return undefined;
  }
}

/** Checks that the token can be stored, before the user is asked to approve one. */
export function prepareStorage(): void {
  try {
    const probe = join(makeFolder(configFolder()), `probe-${process.pid}`);
    writeDurably(probe, '{}');
    rmSync(probe);
  } catch (error) {
    throw storageError(error, texts.notStorable(configFolder()));
  }
}

export function storeCredentials(credentials: Credentials): void {
  try {
    makeFolder(configFolder());
    writeDurably(file(), `${JSON.stringify(credentials, null, 2)}\n`);
  } catch (error) {
    throw storageError(error, texts.notStored(configFolder()));
  }
}

export function removeCredentials(): void {
  try {
    rmSync(file(), { force: true });
  } catch (error) {
    throw storageError(error, texts.notDeleted(file()));
  }
}
