// The samples of reverse proxies in deploy/, in front of the built product: what users do, over https.
import { randomBytes } from 'node:crypto';
import { connect, type ClientHttp2Session } from 'node:http2';
import { request } from 'node:https';
import { Readable } from 'node:stream';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, test } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { freePort } from '../support/free-port.ts';
import { makeProgram } from '../support/program.ts';
import { until } from '../support/until.ts';
import {
  startApache,
  startCaddy,
  startHaproxy,
  startNginx,
  type Ports,
  type Proxy,
} from './support/proxies.ts';

const megabyte = 1024 * 1024;
const proxies: { name: string; start: (ports: Ports) => Promise<Proxy>; awaitsBody?: true }[] = [
  { name: 'nginx', start: startNginx },
  { name: 'HAProxy', start: startHaproxy },
  // It reads a response only after it has forwarded the whole body.
  { name: 'Apache', start: startApache, awaitsBody: true },
  { name: 'Caddy', start: startCaddy },
];

/** Runs the built product behind the proxy, at an https address of localhost. */
async function behind(
  start: (ports: Ports) => Promise<Proxy>,
  work: (url: string, ports: Ports) => Promise<void>,
): Promise<void> {
  const [http, https] = [await freePort(), await freePort()];
  const url = `https://localhost:${https}`;
  const program = await makeProgram({
    NODE_ENV: 'production',
    APP_URL: url,
    HOST: '127.0.0.1',
    TRUSTED_PROXIES: '127.0.0.1',
    MAIL_IN_SECRET: randomBytes(32).toString('hex'),
  });
  let proxy: Proxy | undefined;
  try {
    program.start();
    await program.untilReady();
    const ports = { http, https, upstream: Number(new URL(program.url).port) };
    proxy = await start(ports);
    setDefaultCACertificates([...getCACertificates('default'), proxy.certificate()]);
    await work(url, ports);
  } finally {
    await proxy?.stop();
    await program.remove();
  }
}

type Call = { method?: string; headers?: Record<string, string>; body?: string | FormData };

/** Sends what a browser sends: its cookies, and the origin of its page. */
class Browser {
  readonly cookies: string[] = [];
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  headers(): Record<string, string> {
    return { origin: this.#url, cookie: this.cookies.map((cookie) => cookie.split(';')[0]).join('; ') };
  }

  async call(path: string, init: Call = {}): Promise<Response> {
    const headers = { ...this.headers(), ...init.headers };
    const response = await fetch(this.#url + path, { ...init, headers });
    this.cookies.push(...response.headers.getSetCookie());
    if (!response.ok) {
      throw new Error(`${path} returned ${response.status}: ${(await response.text()).slice(0, 300)}`);
    }
    return response;
  }

  post(path: string, body: object): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    return this.call(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  /** Opens the live socket. Resolves once the server has responded to a message. */
  async live(): Promise<{ messages: string[]; close(): void }> {
    const messages: string[] = [];
    // Node's WebSocket accepts headers, which the types of the browser's do not have.
    const options = { headers: this.headers() } as unknown as string[];
    const socket = new WebSocket(`${this.#url.replace('https', 'wss')}/api/live`, options);
    socket.onopen = () => socket.send('{"ping":1}');
    socket.onmessage = ({ data }) => messages.push(String(data));
    await until('the live socket responds', 10_000, () => messages.length > 0);
    return { messages, close: () => socket.close() };
  }

  /**
   * The status that an upload of 26 MB gets, without `whole` before its last byte is sent. A proxy that buffers an
   * upload before it forwards it never responds to that.
   */
  uploadTooLarge({ whole }: { whole: boolean }): Promise<number | undefined> {
    const headers = {
      ...this.headers(),
      'content-type': 'multipart/form-data; boundary=part',
      'content-length': 26 * megabyte,
    };
    return new Promise((resolve, reject) => {
      const path = '/api/storage/log-files';
      const call = request(this.#url + path, { method: 'POST', headers, timeout: 10_000 });
      call.on('response', ({ statusCode }) => {
        resolve(statusCode);
        call.destroy();
      });
      call.on('timeout', () => call.destroy(new Error('The upload got no response.')));
      call.on('error', reject);
      const pieces = Array.from({ length: whole ? 26 : 25 }, () => '--part\r\n'.padEnd(megabyte));
      Readable.from(pieces).pipe(call, { end: whole });
    });
  }
}

test.each(proxies)('behind $name, users sign up, upload, download and see live events over https', (proxy) =>
  behind(proxy.start, async (url, ports) => {
    const redirect = await fetch(`http://localhost:${ports.http}/auth`, { redirect: 'manual' });
    expect([301, 308]).toContain(redirect.status);
    expect(redirect.headers.get('location')).toMatch(/^https:\/\/localhost(:\d+)?\/auth$/);

    const browser = new Browser(url);
    const page = await browser.call('/');
    expect(page.headers.get('strict-transport-security')).not.toBeNull();
    await browser.post('/api/auth/sign-up', {
      full_name: 'Ada Example',
      email: 'ada@example.com',
      password: 'a good long passphrase',
    });
    const session = browser.cookies.find((cookie) => cookie.startsWith('__Host-logbook-access='));
    expect(session).toContain('; Secure');

    const live = await browser.live();
    const entry = newId();
    const text = randomBytes(8 * megabyte)
      .toString('base64')
      .slice(0, 10 * megabyte);
    const file = { id: newId(), name: 'notes.txt', size: text.length };
    const saving = performance.now();
    await browser.post('/api/check_ins', { id: entry, content: 'Behind a proxy', files: [file] });
    // A response to the heartbeat may arrive before it.
    await until('the live event arrives', 5_000, () =>
      live.messages.some((message) => message.includes(entry)),
    );
    const eventMs = performance.now() - saving;
    live.close();

    const form = new FormData();
    form.set('check_in_id', entry);
    form.set('id', file.id);
    form.set('file', new File([text], file.name));
    const uploading = performance.now();
    await browser.call('/api/storage/log-files', { method: 'POST', body: form });
    const uploadMs = performance.now() - uploading;
    expect(await browser.uploadTooLarge({ whole: proxy.awaitsBody === true })).toBe(413);

    const archive = await (await browser.call('/api/export')).arrayBuffer();
    expect(archive.byteLength).toBeGreaterThan(5 * megabyte);
    const figures = `event after ${eventMs.toFixed(0)} ms, 10 MB uploaded in ${uploadMs.toFixed(0)} ms`;
    console.log(`proxies: ${proxy.name}: ${figures}, archive of ${archive.byteLength} bytes`);
  }),
);

type Answer = { status: number; body: string };

/** Sends a request over HTTP/1.1 on its own connection: Node's fetch would choose HTTP/2. */
function send1(url: string, headers: object = {}, body?: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const method = body ? 'POST' : 'GET';
    const call = request(url, {
      method,
      agent: false,
      headers: { ...headers, 'content-length': body?.length ?? 0 },
    });
    call.on('response', (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('end', () => resolve({ status: response.statusCode!, body: text }));
      response.on('error', reject);
    });
    call.on('error', reject);
    call.end(body);
  });
}

/** Sends a body over HTTP/2, and resolves with the response, even if that comes before the end of the body. */
function send2(
  session: ClientHttp2Session,
  path: string,
  headers: object,
  pieces: readonly Buffer[],
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':method': 'POST', ':path': path, ...headers });
    let status = 0;
    let body = '';
    stream.on('response', (received) => (status = Number(received[':status'])));
    stream.on('data', (chunk) => (body += String(chunk)));
    stream.on('end', () => resolve({ status, body }));
    stream.on('error', (error) => (status === 0 ? reject(error) : resolve({ status, body })));
    Readable.from(pieces).pipe(stream);
  });
}

test.each(proxies)(
  'behind $name, over HTTP/2 and HTTP/1.1, a refused body is answered, and nothing of it reaches the next client',
  (proxy) =>
    behind(proxy.start, async (url) => {
      const session = connect(url);
      // Each stream reports its own.
      session.on('error', () => {});
      const large = Array.from({ length: 12 }, () => Buffer.alloc(64 * 1024, '[{"a":'));
      const refused = [
        { path: '/api/auth/sign-in', type: 'application/json', status: 413 },
        { path: '/api/check_ins', type: 'application/json', status: 401 },
        { path: '/api/storage/log-files', type: 'multipart/form-data; boundary=part', status: 401 },
        { path: '/api/mail-in', type: 'message/rfc822', status: 401 },
        { path: '/mcp', type: 'application/json', status: 401 },
        { path: '/mail/answer', type: 'application/x-www-form-urlencoded', status: 413 },
        { path: '/app/share', type: 'multipart/form-data; boundary=part', status: 303 },
        { path: '/nowhere', type: 'application/json', status: 413 },
      ];
      const honest = async () => (await send1(`${url}/api/health/live`)).status;
      try {
        for (let round = 0; round < 5; round++) {
          for (const { path, type, status } of refused) {
            const headers = { 'content-type': type };
            const body = Buffer.concat(large);
            const [over2, over1, ...others] = await Promise.all([
              send2(session, path, headers, large),
              send1(url + path, headers, body),
              ...Array.from({ length: 6 }, honest),
            ]);
            expect([path, over2.status, over1.status]).toEqual([path, status, status]);
            for (const { body: problem } of status < 400 ? [] : [over2, over1])
              expect(JSON.parse(problem)).toMatchObject({ status });
            expect(others).toEqual(Array.from({ length: 6 }, () => 200));
            // On the connections that are free now.
            expect(await Promise.all(Array.from({ length: 6 }, honest))).toEqual(
              Array.from({ length: 6 }, () => 200),
            );
          }
        }
      } finally {
        session.close();
      }
    }),
);
