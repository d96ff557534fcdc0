import { spawn } from 'node:child_process';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '#platform/http/client.ts';
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
  summary: 'Sign in, by approving this machine in your browser',
  details: [
    'Shows a code, which you type on a page of your logbook. Your password never reaches the terminal. The access of this machine is listed in your settings, where you can end it.',
    'Scripts without a browser set LOGBOOK_TOKEN to an API token from your settings, and LOGBOOK_URL to the address.',
  ],
  options: [
    {
      name: 'url',
      value: 'ADDRESS',
      help: 'the address of your logbook, if not the one that you got this program from',
    },
    { name: 'name', value: 'NAME', help: 'how your settings name this machine' },
    { name: 'no-browser', help: 'open no browser: you open the page yourself, on any device' },
  ],
  run: signIn,
};

export const logout: Command = {
  name: 'logout',
  summary: 'End the access of this machine, and delete its token',
  run: signOut,
};

export const status: Command = {
  name: 'status',
  summary: 'Show the account, the address, and what waits to be sent',
  async run({ out }) {
    const { url, email } = requireCredentials();
    out.line(email === null ? `Using LOGBOOK_TOKEN at ${url}` : `Signed in to ${url} as ${oneLine(email)}`);
    const { length } = queued();
    if (length > 0)
      out.line(`${length} ${length === 1 ? 'entry waits' : 'entries wait'} to be sent. See: logbook queue`);
  },
};

async function signIn({ options, out }: Call): Promise<void> {
  const named = options.value('url');
  const old = replacedCredentials();
  const url = named === undefined ? (ownAddress ?? old?.url) : readAddress(named);
  if (url === undefined)
    throw new CommandError('usage', 'Which logbook? Run: logbook login --url https://logbook.example');
  if (isExposed(url))
    out.note(
      `${out.style('yellow', '!')} ${url} is not encrypted. Anyone on the way can read what you send.`,
    );
  prepareStorage();
  const name = (options.value('name') ?? hostname()) || 'Command line';
  const started = await orExplain(callAnonymously(url, 'POST /api/cli_logins', { name: name.slice(0, 60) }));
  const page = oneLine(started.verification_uri);
  out.note(`Open   ${out.style('bold', page)}`);
  out.note(`Type   ${out.style('bold', oneLine(started.user_code))}`);
  if (!options.has('no-browser')) openInBrowser(page);
  out.note('Waiting for your approval…');
  const { token, email } = await awaitApproval(url, started);
  storeCredentials({ url, token, email });
  // The access that this one replaces. Its end is not worth an error.
  if (old)
    await callAnonymously(old.url, 'POST /api/cli_logins/end', { token: old.token }).catch(() => undefined);
  out.line(`${out.style('green', '✓')} Signed in to ${url} as ${oneLine(email)}`);
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
      if (error.code === 'access_denied')
        throw new CommandError('refused', 'The sign-in was refused in the browser.');
      if (error.code !== 'expired_token') throw explain(error);
      break;
    }
  }
  throw new CommandError('refused', 'The code has expired. Run: logbook login');
}

async function orExplain<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Problem && error.status === 0
      ? new CommandError('offline', 'The server cannot be reached. Check your connection and the address.')
      : error;
  }
}

async function signOut({ out }: Call): Promise<void> {
  const credentials = replacedCredentials();
  if (!credentials) {
    removeCredentials();
    out.line(
      findCredentials()
        ? 'LOGBOOK_TOKEN is set by the environment. End it in your settings.'
        : 'You are not signed in.',
    );
    return;
  }
  try {
    await callAnonymously(credentials.url, 'POST /api/cli_logins/end', { token: credentials.token });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    removeCredentials();
    throw new CommandError(
      error.status === 0 ? 'offline' : 'refused',
      `The token was deleted from this machine, but the server could not end it. End it in your settings: ${credentials.url}/profile`,
    );
  }
  removeCredentials();
  const { length } = queued();
  out.line(`${out.style('green', '✓')} Signed out. The access of this machine has ended.`);
  if (length > 0)
    out.note(
      `${length} ${length === 1 ? 'entry is' : 'entries are'} not sent yet. Sign in again to send ${length === 1 ? 'it' : 'them'}.`,
    );
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
  summary: 'Open your logbook in the browser',
  async run({ out }: { out: Output }) {
    const { url } = requireCredentials();
    out.line(url);
    openInBrowser(url);
  },
};
