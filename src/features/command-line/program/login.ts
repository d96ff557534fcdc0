import { spawn } from 'node:child_process';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '#platform/http/client.ts';
import { accessTexts as texts } from '../access-texts.ts';
import { queueTexts } from '../entry-texts.ts';
import { commandTexts, optionTexts } from '../help-texts.ts';
import { CommandError } from './command-error.ts';
import type { Call, Command } from './command.ts';
import {
  findCredentials,
  ownAddress,
  prepareStorage,
  readAddress,
  removeCredentials,
  replacedCredentials,
  requireCredentials,
  storeCredentials,
} from './credentials.ts';
import { queued } from './queue.ts';
import { callAnonymously, explain, mayRecover } from './server.ts';
import { oneLine, type Output } from './terminal.ts';

export const login: Command = {
  name: 'login',
  ...commandTexts.login,
  options: [
    { name: 'url', value: 'ADDRESS', help: optionTexts.url },
    { name: 'name', value: 'NAME', help: optionTexts.name },
    { name: 'no-browser', help: optionTexts.noBrowser },
  ],
  run: signIn,
};

export const logout: Command = {
  name: 'logout',
  ...commandTexts.logout,
  run: signOut,
};

export const status: Command = {
  name: 'status',
  ...commandTexts.status,
  async run({ out }) {
    const { url, email } = requireCredentials();
    out.line(email === null ? texts.usesToken(url) : texts.signedIn(url, oneLine(email)));
    const { length } = queued();
    if (length > 0) out.line(queueTexts.waiting(length));
  },
};

async function signIn({ options, out }: Call): Promise<void> {
  const named = options.value('url');
  const old = replacedCredentials();
  const url = named === undefined ? (ownAddress ?? old?.url) : readAddress(named);
  if (url === undefined) throw new CommandError('usage', texts.whichLogbook);
  if (isExposed(url)) out.note(`${out.style('yellow', '!')} ${texts.isExposed(url)}`);
  prepareStorage();
  const name = (options.value('name') ?? hostname()) || texts.defaultName;
  const started = await orExplain(callAnonymously(url, 'POST /api/cli_logins', { name: name.slice(0, 60) }));
  const page = oneLine(started.verification_uri);
  out.note(texts.openPage(out.style('bold', page)));
  out.note(texts.typeCode(out.style('bold', oneLine(started.user_code))));
  if (!options.has('no-browser')) openInBrowser(page);
  out.note(texts.waiting);
  const { token, email } = await awaitApproval(url, started);
  storeCredentials({ url, token, email });
  // The access that this one replaces. Its end is not worth an error.
  if (old)
    await callAnonymously(old.url, 'POST /api/cli_logins/end', { token: old.token }).catch(() => undefined);
  out.line(`${out.style('green', '✓')} ${texts.signedIn(url, oneLine(email))}`);
}

/** Whether requests to the address can be read on their way. */
function isExposed(url: string): boolean {
  const { protocol, hostname: host } = new URL(url);
  return protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);
}

type Started = { device_code: string; interval: number; expires_in: number };

async function awaitApproval(url: string, { device_code, interval, expires_in }: Started) {
  const until = Date.now() + expires_in * 1000;
  while (Date.now() < until) {
    await pause(Math.max(1, interval) * 1000);
    try {
      return await callAnonymously(url, 'POST /api/cli_logins/token', { device_code });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // A lost connection may come back.
      if (error.code === 'authorization_pending' || mayRecover(error)) continue;
      if (error.code === 'access_denied') throw new CommandError('refused', texts.refused);
      if (error.code !== 'expired_token') throw explain(error);
      break;
    }
  }
  throw new CommandError('refused', texts.expired);
}

async function orExplain<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Problem && error.status === 0
      ? new CommandError('offline', texts.noServer)
      : error;
  }
}

async function signOut({ out }: Call): Promise<void> {
  const credentials = replacedCredentials();
  if (!credentials) {
    removeCredentials();
    out.line(findCredentials() ? texts.tokenOfEnvironment : texts.notSignedIn);
    return;
  }
  try {
    await callAnonymously(credentials.url, 'POST /api/cli_logins/end', { token: credentials.token });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    removeCredentials();
    throw new CommandError(error.status === 0 ? 'offline' : 'refused', texts.notEnded(credentials.url));
  }
  removeCredentials();
  const { length } = queued();
  out.line(`${out.style('green', '✓')} ${texts.signedOut}`);
  if (length > 0) out.note(queueTexts.leftAtSignOut(length));
}

/** Opens a page, if the machine can. Errors do not matter: its address is also printed. */
function openInBrowser(url: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', url]
        : ['xdg-open', url];
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

export const openCommand: Command = {
  name: 'open',
  ...commandTexts.open,
  async run({ out }: { out: Output }) {
    const { url } = requireCredentials();
    out.line(url);
    openInBrowser(url);
  },
};
