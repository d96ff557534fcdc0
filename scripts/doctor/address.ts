// The public address: whether it leads to this instance, through the proxy, with live events.
import { randomBytes } from 'node:crypto';
import { request as sendHttp } from 'node:http';
import { request as sendHttps } from 'node:https';
import type { Config } from '#platform/config/config.ts';
import { readVersion } from '#platform/config/version.ts';
import { livePath } from '#platform/http/live-path.ts';
import { newToken } from '#platform/secrets/secrets.ts';
import { problem, ok, warning, type Finding } from './finding.ts';

const withinMs = 5_000;

async function versionAt(url: string): Promise<string | undefined> {
  const response = await fetch(`${url}/api/version`, {
    redirect: 'error',
    signal: AbortSignal.timeout(withinMs),
  });
  const body = (await response.json().catch(() => null)) as { version?: unknown } | null;
  return typeof body?.version === 'string' ? body.version : undefined;
}

/** The server on this machine: HOST may be an address that it listens on, or all of them. */
function localUrl({ host, port }: Config): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** The error of `fetch` names the reason in its cause. */
function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error && cause.message ? cause.message : message;
}

/** Whether nothing listens there. */
function isRefused({ cause }: Error): boolean {
  return cause instanceof Error && (cause as NodeJS.ErrnoException).code === 'ECONNREFUSED';
}

export async function checkServer(config: Config): Promise<Finding[]> {
  return [...(await ofRunning(config)), ...ofSettings(config)];
}

async function ofRunning(config: Config): Promise<Finding[]> {
  const url = localUrl(config);
  const found = await versionAt(url).catch((error: Error) => error);
  if (found instanceof Error && isRefused(found))
    return [ok(`Logbook does not run at ${url}: what needs it is not checked.`)];
  if (typeof found !== 'string') {
    const why = found ? reasonOf(found) : 'Something else responds there.';
    return [
      problem(`Logbook does not respond at ${url}.`, why, 'See its log, and what listens on that port.'),
    ];
  }
  const version = found;
  const response = await fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(withinMs) });
  const parts = Object.entries((await response.json()) as Record<string, string>);
  const away = parts.filter(([name, state]) => name !== 'status' && !['ok', 'off', 'unused'].includes(state));
  const findings = away.map(([name, state]) =>
    problem(
      `The running Logbook reports for ${name}: ${state}.`,
      'See the checks of that part.',
      'See its log.',
    ),
  );
  return [
    ...(findings.length === 0 ? [ok(`Logbook ${version} runs at ${url}, and is ready.`)] : findings),
    ...(await checkAddress(config)),
  ];
}

function ofSettings({ https, mode, trustedProxies }: Config): Finding[] {
  const findings: Finding[] = [];
  if (mode === 'production' && !https) {
    const why = 'Passwords and sessions are sent in the clear, and the app cannot be installed.';
    findings.push(warning('APP_URL is not an https address.', why, 'Set up https on a reverse proxy.'));
  }
  if (https && trustedProxies.length === 0) {
    const why = 'All users behind the proxy share the limits of one network.';
    findings.push(warning('TRUSTED_PROXIES is not set.', why, 'Set it to the address of the proxy.'));
  }
  return findings;
}

async function checkAddress({ appUrl }: Config): Promise<Finding[]> {
  const findings: Finding[] = [];
  const own = readVersion();
  try {
    const version = await versionAt(appUrl);
    if (version === undefined) {
      const why = 'Something else responds there.';
      return [problem(`APP_URL ${appUrl} does not lead to Logbook.`, why, 'Check APP_URL and the proxy.')];
    }
    if (version === own) findings.push(ok(`APP_URL ${appUrl} leads to Logbook ${version}.`));
    else {
      const why = `This folder has version ${own}.`;
      findings.push(warning(`APP_URL ${appUrl} leads to version ${version}.`, why, 'Restart Logbook.'));
    }
  } catch (error) {
    const why = reasonOf(error as Error);
    const fix =
      'Check DNS, the proxy and its certificate. Some networks cannot reach their own public address.';
    return [problem(`APP_URL ${appUrl} is not reachable from here.`, why, fix)];
  }
  findings.push(await liveFinding(appUrl));
  return findings;
}

async function liveFinding(appUrl: string): Promise<Finding> {
  if (await opensSocket(appUrl)) return ok('Live events reach APP_URL.');
  const why = 'The proxy does not pass WebSockets on, so pages do not update by events.';
  return problem('Live events do not reach APP_URL.', why, 'Let the proxy forward Upgrade and Connection.');
}

/**
 * Whether a WebSocket gets through. If the token belongs to no session, the server accepts the WebSocket and closes it
 * immediately.
 */
function opensSocket(appUrl: string): Promise<boolean> {
  const url = new URL(livePath, appUrl);
  const send = url.protocol === 'https:' ? sendHttps : sendHttp;
  const headers = {
    ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
    'sec-websocket-key': randomBytes(16).toString('base64'),
    authorization: `Bearer ${newToken()}`,
  };
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const request = send(url, { headers, signal: AbortSignal.timeout(withinMs) });
  request.on('upgrade', (_response, socket) => {
    socket.destroy();
    resolve(true);
  });
  request.on('response', (response) => {
    response.resume();
    resolve(false);
  });
  request.on('error', () => resolve(false));
  request.end();
  return promise;
}
