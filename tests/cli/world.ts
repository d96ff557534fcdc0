// A built server, users, and machines that run the program as it is downloaded from that server.
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { makeProgram, type Program } from '../support/program.ts';

export type Result = { code: number | null; out: string; err: string };

export type Run = {
  child: ChildProcess;
  /** What it has printed so far. */
  printed: () => string;
  done: Promise<Result>;
};

type RunOptions = { input?: string; env?: Record<string, string>; program?: string };

/** A signed-in browser of a user, without cookies. */
export type Person = {
  email: string;
  call: <Body = unknown>(method: string, path: string, body?: object) => Promise<Body>;
};

const node = process.env['CLI_NODE'] ?? process.execPath;

export class World {
  readonly server: Program;
  #people = 0;
  readonly #folders: string[] = [];

  constructor(server: Program) {
    this.server = server;
  }

  get url(): string {
    return this.server.url;
  }

  async signUp(): Promise<Person> {
    const email = `person${++this.#people}@example.com`;
    const password = 'a good long passphrase';
    await request(this.url, 'POST', '/api/auth/sign-up', { full_name: 'Ada Example', email, password });
    const session = await request<{ access_token: string }>(this.url, 'POST', '/api/auth/token', {
      ...{ grant_type: 'password', email, password },
    });
    return {
      email,
      call: (method, path, body) => request(this.url, method, path, body, session.access_token),
    };
  }

  /** A machine without anything of the program but the program. */
  async machine(): Promise<Machine> {
    const home = mkdtempSync(join(tmpdir(), 'logbook-cli-'));
    this.#folders.push(home);
    const program = join(home, 'logbook');
    writeFileSync(program, await (await fetch(`${this.url}/cli`)).text());
    chmodSync(program, 0o755);
    return new Machine(this, home, program);
  }

  async close(): Promise<void> {
    await this.server.remove();
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }
}

export class Machine {
  readonly home: string;
  readonly #world: World;
  readonly #program: string;

  constructor(world: World, home: string, program: string) {
    this.#world = world;
    this.home = home;
    this.#program = program;
  }

  /** Where the program keeps entries that are not sent. */
  get queue(): string {
    return join(this.home, 'data', 'logbook', 'queue');
  }

  start(args: readonly string[], { input = '', env = {}, program = this.#program }: RunOptions = {}): Run {
    const child = spawn(node, [program, ...args], {
      cwd: this.home,
      env: {
        PATH: '/usr/bin:/bin',
        HOME: this.home,
        TZ: 'Europe/Berlin',
        XDG_CONFIG_HOME: join(this.home, 'config'),
        XDG_DATA_HOME: join(this.home, 'data'),
        ...env,
      },
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => (out += String(chunk)));
    child.stderr.on('data', (chunk) => (err += String(chunk)));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const done = new Promise<Result>((resolve) => child.once('close', (code) => resolve({ code, out, err })));
    return { child, printed: () => out + err, done };
  }

  run(args: readonly string[], options: RunOptions = {}): Promise<Result> {
    return this.start(args, options).done;
  }

  /** Runs a command that must succeed, and returns its JSON. */
  async json<Body>(args: readonly string[], options: RunOptions = {}): Promise<Body> {
    const { code, out, err } = await this.run([...args, '--json'], options);
    if (code !== 0) throw new Error(`${args.join(' ')} exited with ${code}: ${err}`);
    return JSON.parse(out) as Body;
  }

  /** Signs in, with the user's approval in the browser. The program asks for it every three seconds. */
  async login(person: Person, args: readonly string[] = []): Promise<Result> {
    const { printed, done } = this.start(['login', '--no-browser', ...args]);
    await approve(person, await shownCode(printed));
    return done;
  }

  /** Leaves what `login` leaves, without its wait. */
  async signIn(person: Person): Promise<void> {
    const { url } = this.#world;
    const started = await request<Started>(url, 'POST', '/api/cli_logins', { name: 'Machine' });
    await approve(person, started.user_code);
    const { device_code } = started;
    const granted = await request<Granted>(url, 'POST', '/api/cli_logins/token', { device_code });
    const folder = join(this.home, 'config', 'logbook');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const credentials = { url: new URL(started.verification_uri).origin, ...granted };
    writeFileSync(join(folder, 'credentials.json'), JSON.stringify(credentials), { mode: 0o600 });
  }

  /** The entries on the server, newest first. */
  async entries(person: Person): Promise<CheckIn[]> {
    return (await person.call<{ rows: CheckIn[] }>('GET', '/api/check_ins?limit=100')).rows;
  }

  get world(): World {
    return this.#world;
  }
}

type Started = { user_code: string; device_code: string; verification_uri: string };
type Granted = { token: string; email: string };

async function approve(person: Person, code: string): Promise<void> {
  const { id } = await person.call<{ id: string }>('POST', '/api/cli_logins/find', { code });
  await person.call('POST', `/api/cli_logins/${id}/approve`);
}

/** The code that a sign-in shows. */
export async function shownCode(printed: () => string): Promise<string> {
  for (let round = 0; round < 300; round++) {
    const [code] = /[B-Z]{4}-[B-Z]{4}/.exec(printed()) ?? [];
    if (code !== undefined) return code;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No code was shown: ${printed()}`);
}

export async function startWorld(settings: Record<string, string> = {}): Promise<World> {
  const server = await makeProgram(settings);
  server.start();
  try {
    await server.untilReady();
    return new World(server);
  } catch (error) {
    await server.remove();
    throw error;
  }
}

async function request<Body>(
  url: string,
  method: string,
  path: string,
  body?: object,
  token?: string,
): Promise<Body> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Body;
}
