// Builds the container image without a container engine: executes the Dockerfile in a Debian root made by debootstrap,
// and runs containers of it with the kernel's namespaces. Linux only, as root.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { dockerignore, execForm, readDockerfile, variablesOf, type Instruction } from './dockerfile.ts';

export type Image = {
  root: string;
  env: Record<string, string>;
  workdir: string;
  user: string;
  command: string[];
  healthcheck: string[];
  volumes: string[];
  stopSignal: NodeJS.Signals;
  /** Of the whole image, and of the product in it. */
  megabytes: { root: number; product: number };
};

type Stage = Omit<Image, 'megabytes'>;

const context = process.cwd();

/** Executes the Dockerfile in `folder`, which is deleted by the caller. */
export function buildImage(folder: string): Image {
  requireTools();
  const instructions = readDockerfile(readFileSync('Dockerfile', 'utf8'));
  const cache = join(folder, 'cache');
  mkdirSync(cache);
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const instruction of instructions) {
    if (instruction.name === 'FROM') stage = openStage(instruction, stages, folder);
    else execute(instruction, stage!, stages, cache);
  }
  const last = stage!;
  const product = ['app', ...last.volumes.map((volume) => volume.slice(1))];
  return {
    ...last,
    megabytes: {
      root: megabytesOf(last.root),
      product: megabytesOf(...product.map((path) => join(last.root, path))),
    },
  };
}

function requireTools(): void {
  const isRoot = process.getuid?.() === 0;
  if (process.platform === 'linux' && isRoot && existsSync('/usr/sbin/debootstrap')) return;
  throw new Error(
    'Building the image without a container engine needs Linux, root and debootstrap. ' +
      'On Debian or Ubuntu: sudo apt-get install debootstrap, then run this as root.',
  );
}

function openStage({ text }: Instruction, stages: Map<string, Stage>, folder: string): Stage {
  const [, from = '', name] = /^(\S+)(?: AS (\S+))?$/.exec(text) ?? [];
  const base = stages.get(from);
  const root = join(folder, `stage-${stages.size}`);
  let stage: Stage;
  if (base) {
    execFileSync('cp', ['--archive', '--reflink=auto', base.root, root]);
    stage = { ...base, env: { ...base.env }, root };
  } else stage = nodeImage(from, root);
  // The last stage needs no name.
  stages.set(name ?? '', stage);
  return stage;
}

/** What Node's official image of this tag contains, made of Debian's packages and the Node that runs this test. */
function nodeImage(tag: string, root: string): Stage {
  const [, version, release] = /^node:(\d+\.\d+\.\d+)-(\w+)-slim$/.exec(tag) ?? [];
  if (version !== process.versions.node) {
    throw new Error(`The image is made of ${tag}, but this test runs with Node ${process.versions.node}.`);
  }
  // Node needs libatomic.
  run('debootstrap', ['--variant=minbase', '--include=libatomic1', release!, root, mirror(release!)]);
  cpSync(process.execPath, join(root, 'usr/local/bin/node'));
  const npm = dirname(dirname(npmCli()));
  cpSync(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
  appendFileSync(join(root, 'etc/passwd'), 'node:x:1000:1000::/home/node:/bin/bash\n');
  appendFileSync(join(root, 'etc/group'), 'node:x:1000:\n');
  run('install', ['-d', '-o', '1000', '-g', '1000', join(root, 'home/node')]);
  return {
    root,
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
    workdir: '/',
    user: 'root',
    command: ['node'],
    healthcheck: [],
    volumes: [],
    stopSignal: 'SIGTERM',
  };
}

/** Where this system's apt gets its packages from. */
function mirror(release: string): string {
  const format = ['indextargets', '--format', '$(SITE) $(RELEASE)', 'Created-By: Packages'];
  const lines = execFileSync('apt-get', format, { encoding: 'utf8' }).split('\n');
  const found = lines.map((line) => line.split(' ')).find(([, name]) => name === release);
  // Another Debian, or Ubuntu: Debian's own mirror.
  return found?.[0] ?? 'http://deb.debian.org/debian';
}

function npmCli(): string {
  const folders = (process.env['PATH'] ?? '').split(':');
  const found = folders.map((folder) => join(folder, 'npm')).find(existsSync);
  if (!found) throw new Error('npm was not found on PATH.');
  return realpathSync(found);
}

function execute(instruction: Instruction, stage: Stage, stages: Map<string, Stage>, cache: string): void {
  const { name, text } = instruction;
  switch (name) {
    case 'WORKDIR':
      stage.workdir = text;
      mkdirSync(join(stage.root, text), { recursive: true });
      return;
    case 'ENV':
      Object.assign(stage.env, variablesOf(text));
      return;
    case 'USER':
      stage.user = text;
      return;
    case 'COPY':
      copy(instruction, stage, stages);
      return;
    case 'RUN':
      runInStage(instruction, stage, cache);
      return;
    case 'VOLUME':
      stage.volumes = [text];
      return;
    case 'STOPSIGNAL':
      stage.stopSignal = text as NodeJS.Signals;
      return;
    case 'HEALTHCHECK':
      stage.healthcheck = execForm(text.replace(/^CMD /, ''));
      return;
    case 'CMD':
      stage.command = execForm(text);
      return;
    case 'LABEL':
    case 'EXPOSE':
      return;
    default:
      throw new Error(`The Dockerfile uses ${name}, which this test does not know.`);
  }
}

/** Copies files, or the contents of folders, from the checkout or another stage. They belong to root. */
function copy({ text, flags }: Instruction, stage: Stage, stages: Map<string, Stage>): void {
  const words = text.split(' ');
  const target = join(stage.root, stage.workdir, words.pop()!);
  const from = flags['from'];
  for (const word of words) {
    const source = from ? join(stages.get(from)!.root, word) : join(context, word);
    const isFolder = statSync(source).isDirectory();
    const into = !isFolder && text.endsWith('/') ? join(target, basename(source)) : target;
    mkdirSync(dirname(into), { recursive: true });
    if (from) execFileSync('cp', ['--archive', '--no-target-directory', source, into]);
    else
      for (const path of contextFiles(word))
        cpSync(join(context, path), join(into, relative(source, join(context, path))));
  }
}

/** The files of the checkout that the build sees, below a path of it. */
export function contextFiles(path = '.'): string[] {
  const isIgnored = dockerignore(readFileSync('.dockerignore', 'utf8'));
  const walk = (at: string): string[] => {
    if (at !== '.' && isIgnored(at)) return [];
    if (!statSync(at).isDirectory()) return [at];
    return readdirSync(at).flatMap((name) => walk(join(at, name)));
  };
  return walk(path);
}

/** Runs a command line in the stage, with the network and the package registry of this system. */
function runInStage({ text, flags }: Instruction, stage: Stage, cache: string): void {
  const [, mounted] = /^type=cache,target=(\S+)$/.exec(flags['mount'] ?? '') ?? [];
  const certificates = process.env['NODE_EXTRA_CA_CERTS'];
  const inside = '/tmp/certificates.pem';
  if (certificates) cpSync(certificates, join(stage.root, inside));
  cpSync('/etc/resolv.conf', join(stage.root, 'etc/resolv.conf'));
  const env = {
    ...stage.env,
    HOME: '/root',
    npm_config_registry: execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim(),
    ...(certificates && { NODE_EXTRA_CA_CERTS: inside }),
  };
  const mounts = [
    'mount -t proc proc "$1/proc"',
    'mount --rbind /dev "$1/dev"',
    ...(mounted ? [`mkdir -p "$1${mounted}" && mount --bind '${cache}' "$1${mounted}"`] : []),
  ];
  const shell = ['/bin/sh', '-e', '-c', text];
  run('unshare', isolated(mounts, stage, env, 'root', shell));
  if (certificates) rmSync(join(stage.root, inside));
}

/** The arguments of unshare that run a command in a root, after mounting what it needs (`$1` is the root). */
function isolated(
  mounts: string[],
  { root, workdir }: Pick<Stage, 'root' | 'workdir'>,
  env: Record<string, string>,
  user: string,
  command: string[],
): string[] {
  const script = ['set -e', ...mounts, 'shift', 'exec "$@"'].join('\n');
  const namespaces = [
    '--mount',
    '--pid',
    '--ipc',
    '--uts',
    '--fork',
    '--kill-child',
    '--propagation',
    'private',
  ];
  return [...namespaces, '/bin/sh', '-c', script, 'sh', root, ...inRoot(root, workdir, env, user, command)];
}

function inRoot(
  root: string,
  workdir: string,
  env: Record<string, string>,
  user: string,
  command: string[],
): string[] {
  const asUser = [
    ...['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'],
    // Like `cap_drop: [ALL]` and `no-new-privileges` of compose.yml.
    ...(user === 'root' ? [] : ['--bounding-set=-all', '--inh-caps=-all', '--no-new-privs']),
  ];
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return ['chroot', root, ...asUser, 'env', '-i', '-C', workdir, ...settings, ...command];
}

export type Container = {
  output(): string;
  /** The exit code; undefined while it runs. */
  exitCode(): number | undefined;
  /** Runs another command in it, as `docker exec` does. */
  exec(command: string[], env?: Record<string, string>): { code: number; output: string };
  /** Sends a signal to its first process and returns the exit code. */
  stop(signal: NodeJS.Signals): Promise<number>;
};

/**
 * Starts the image's command, or another one, in its own namespaces: with a read-only root, the folder as its volume, a
 * small /dev/shm, and no privileges. It shares the network of this system.
 */
export function startContainer(
  image: Image,
  volume: string,
  settings: Record<string, string>,
  command = image.command,
): Container {
  const env = { ...image.env, HOME: '/home/node', ...settings };
  const mounts = [
    'mount --bind "$1" "$1"',
    ...image.volumes.map((path) => `mount --bind '${volume}' "$1${path}"`),
    'mount -t proc proc "$1/proc"',
    'mount -t tmpfs -o size=64m,mode=1777 tmpfs "$1/tmp"',
    'mount -t tmpfs -o mode=755 tmpfs "$1/dev"',
    'for name in null zero full random urandom; do touch "$1/dev/$name"; mount --bind "/dev/$name" "$1/dev/$name"; done',
    'mkdir "$1/dev/shm" && mount -t tmpfs -o size=64m,mode=1777 tmpfs "$1/dev/shm"',
    'mount -o remount,bind,ro "$1"',
  ];
  const child = spawn('unshare', isolated(mounts, image, env, image.user, command), {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const closed = once(child, 'close');
  return {
    output: () => output.slice(-4000),
    exitCode: () => child.exitCode ?? undefined,
    exec(words, extra = {}) {
      const inside = inRoot(image.root, image.workdir, { ...env, ...extra }, image.user, words);
      return outcomeOf('nsenter', [
        '--target',
        String(firstProcess(child)),
        '--mount',
        '--pid',
        '--ipc',
        ...inside,
      ]);
    },
    async stop(signal) {
      const first = firstProcess(child);
      if (first !== undefined) process.kill(first, signal);
      await closed;
      return child.exitCode!;
    },
  };
}

/** The process with the id 1 in the container. */
function firstProcess(unshare: ChildProcess): number | undefined {
  if (unshare.exitCode !== null) return undefined;
  const children = readFileSync(`/proc/${unshare.pid}/task/${unshare.pid}/children`, 'utf8');
  return Number(children.trim()) || undefined;
}

function outcomeOf(program: string, args: string[]): { code: number; output: string } {
  try {
    return {
      code: 0,
      output: execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }),
    };
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
    return { code: status, output: `${stdout}${stderr}` };
  }
}

function run(program: string, args: string[]): void {
  const { code, output } = outcomeOf(program, args);
  if (code !== 0)
    throw new Error(`${program} ${args.join(' ')} exited with ${code}:\n${output.slice(-4000)}`);
}

function megabytesOf(...paths: string[]): number {
  const lines = execFileSync('du', ['--summarize', '--block-size=1M', ...paths], { encoding: 'utf8' });
  return lines.split('\n').reduce((sum, line) => sum + (Number(line.split('\t')[0]) || 0), 0);
}
