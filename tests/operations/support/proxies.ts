// Runs reverse proxies with the samples of deploy/ on free ports, with a certificate for localhost.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../support/until.ts';

export type Proxy = {
  /** The certificate that its clients must trust, in PEM format. */
  certificate(): string;
  stop(): Promise<void>;
};

export type Ports = { http: number; https: number; upstream: number };

/** Makes a certificate for localhost, and its key. */
function makeCertificate(folder: string): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const made = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1'.split(' ');
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', ['req', ...made, ...subject, '-keyout', key, '-out', certificate], {
    stdio: 'pipe',
  });
  return { certificate, key };
}

/** Starts nginx with deploy/nginx.conf as its site, after `nginx -t` has accepted it. */
export async function startNginx(ports: Ports): Promise<Proxy> {
  const folder = makeFolder();
  const { certificate, key } = makeCertificate(folder);
  const site = readFileSync('deploy/nginx.conf', 'utf8')
    .replaceAll('logbook.example.org;', 'localhost;')
    .replace(/listen \[::\]:.*\n/g, '\n')
    .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
    .replace('listen 443', `listen 127.0.0.1:${ports.https}`)
    .replace('127.0.0.1:3000', `127.0.0.1:${ports.upstream}`)
    .replace(/(ssl_certificate +)\S+;/, `$1${certificate};`)
    .replace(/(ssl_certificate_key +)\S+;/, `$1${key};`);
  writeFileSync(join(folder, 'site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
  const main = `daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${paths} include ${folder}/site.conf; }`;
  writeFileSync(join(folder, 'nginx.conf'), main);
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf')];
  execFileSync('nginx', ['-t', ...args], { stdio: 'pipe' });
  const stop = await startServer(
    spawn('nginx', args, { stdio: ['ignore', 'ignore', 'pipe'] }),
    ports,
    folder,
  );
  return { certificate: () => readFileSync(certificate, 'utf8'), stop };
}

/** Starts Caddy with deploy/Caddyfile, whose certificate for localhost comes from Caddy's own authority. */
export async function startCaddy(ports: Ports): Promise<Proxy> {
  const folder = makeFolder();
  const options = `admin off\n http_port ${ports.http}\n https_port ${ports.https}\n skip_install_trust`;
  writeFileSync(join(folder, 'Caddyfile'), `{\n ${options}\n}\nimport ${process.cwd()}/deploy/Caddyfile\n`);
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    LOGBOOK_SITE: 'localhost',
    LOGBOOK_UPSTREAM: `127.0.0.1:${ports.upstream}`,
  };
  const args = ['--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
  const stop = await startServer(
    spawn('caddy', ['run', ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] }),
    ports,
    folder,
  );
  const authority = join(folder, 'caddy/pki/authorities/local/root.crt');
  await until('Caddy has a certificate', 20_000, () => existsSync(authority));
  return { certificate: () => readFileSync(authority, 'utf8'), stop };
}

/** Starts HAProxy with deploy/haproxy.cfg, after `haproxy -c` has accepted it. Browsers reach it over HTTP/2. */
export async function startHaproxy(ports: Ports): Promise<Proxy> {
  const folder = makeFolder();
  const { certificate, key } = makeCertificate(folder);
  const both = join(folder, 'both.pem');
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
  const settings = readFileSync('deploy/haproxy.cfg', 'utf8')
    .replace('bind :80', `bind 127.0.0.1:${ports.http}`)
    .replace('bind :443', `bind 127.0.0.1:${ports.https}`)
    .replace('redirect scheme https', `redirect prefix https://localhost:${ports.https}`)
    .replace('/etc/haproxy/logbook.pem', both)
    .replace('127.0.0.1:3000', `127.0.0.1:${ports.upstream}`);
  writeFileSync(join(folder, 'haproxy.cfg'), settings);
  const args = ['-f', join(folder, 'haproxy.cfg')];
  execFileSync('haproxy', ['-c', ...args], { stdio: 'pipe' });
  const server = spawn('haproxy', ['-db', ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  return {
    certificate: () => readFileSync(certificate, 'utf8'),
    stop: await startServer(server, ports, folder),
  };
}

/** Starts Apache with deploy/apache.conf, after `apache2 -t` has accepted it. */
export async function startApache(ports: Ports): Promise<Proxy> {
  const folder = makeFolder();
  const { certificate, key } = makeCertificate(folder);
  const modules =
    'mpm_event authz_core reqtimeout socache_shmcb alias ssl http2 headers proxy proxy_http proxy_wstunnel rewrite';
  const site = readFileSync('deploy/apache.conf', 'utf8')
    .replace('<VirtualHost *:80>', `<VirtualHost 127.0.0.1:${ports.http}>`)
    .replace('<VirtualHost *:443>', `<VirtualHost 127.0.0.1:${ports.https}>`)
    .replace('https://logbook.example.org/', `https://localhost:${ports.https}/`)
    .replaceAll('logbook.example.org\n', 'localhost\n')
    .replace(/(SSLCertificateFile +)\S+/, `$1${certificate}`)
    .replace(/(SSLCertificateKeyFile +)\S+/, `$1${key}`)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${ports.upstream}`);
  const main = [
    ...modules.split(' ').map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
    ...[`ServerRoot ${folder}`, `PidFile ${folder}/pid`, `ErrorLog ${folder}/errors`, 'ServerName localhost'],
    `DefaultRuntimeDir ${folder}`,
    ...[`Listen 127.0.0.1:${ports.http}`, `Listen 127.0.0.1:${ports.https}`],
    ...(process.getuid?.() === 0 ? ['User www-data', 'Group www-data'] : []),
    site,
  ];
  writeFileSync(join(folder, 'apache.conf'), main.join('\n'));
  const args = ['-f', join(folder, 'apache.conf')];
  execFileSync('apache2', ['-t', ...args], { stdio: 'pipe' });
  const server = spawn('apache2', ['-DFOREGROUND', ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  return {
    certificate: () => readFileSync(certificate, 'utf8'),
    stop: await startServer(server, ports, folder),
  };
}

function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'logbook-proxy-'));
}

/** Waits until it listens. The returned function stops it and deletes its folder. */
async function startServer(server: ChildProcess, ports: Ports, folder: string): Promise<() => Promise<void>> {
  let output = '';
  server.stderr!.on('data', (chunk) => (output += String(chunk)));
  const exited = once(server, 'exit');
  const stop = async () => {
    if (server.exitCode === null) {
      server.kill('SIGTERM');
      await exited;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await until('the proxy listens', 20_000, async () => {
      if (server.exitCode !== null) throw new Error(`${server.spawnfile} exited:\n${output.slice(-2000)}`);
      return (await listens(ports.http)) && (await listens(ports.https));
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return isOpen;
}
