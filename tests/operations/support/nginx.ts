// nginx with the sample configuration of deploy/, on free ports and without TLS.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../support/until.ts';

const sample = 'deploy/nginx-several-processes.conf';

export type Nginx = {
  url: string;
  /** The lines of its error log. */
  errors(): string[];
  stop(): Promise<void>;
};

/** Starts nginx on `port` in front of processes on these ports. */
export async function startNginx(port: number, upstreams: readonly number[]): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'logbook-nginx-'));
  const error = join(folder, 'error.log');
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const config = `
    daemon off;
    pid ${folder}/pid;
    error_log ${error};
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events {}
    http {
      access_log off;
      ${paths.map((path) => `${path}_temp_path ${folder}/${path};`).join('\n')}
      ${sampleFor(port, upstreams)}
    }`;
  writeFileSync(join(folder, 'nginx.conf'), config);
  const server = spawn('/usr/sbin/nginx', ['-p', folder, '-e', error, '-c', join(folder, 'nginx.conf')], {
    stdio: 'ignore',
  });
  const exited = once(server, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const errors = () => readFileSync(error, 'utf8').split('\n');
  const stop = async () => {
    server.kill('SIGTERM');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await until('nginx responds', 10_000, async () => {
      if (server.exitCode !== null) throw new Error(`nginx exited:\n${errors().join('\n')}`);
      return (await fetch(url).catch(() => undefined)) !== undefined;
    });
  } catch (failure) {
    await stop();
    throw failure;
  }
  return { url, errors, stop };
}

/** The sample without TLS and with these ports. Throws if the sample has another form. */
function sampleFor(port: number, upstreams: readonly number[]): string {
  const text = readFileSync(sample, 'utf8');
  const [line] = /^ *server 127\.0\.0\.1:3001 .*$/m.exec(text) ?? [];
  if (line === undefined) throw new Error(`${sample} has no process on port 3001.`);
  return text
    .replace(/^ *server 127\.0\.0\.1:300[23] .*\n/gm, '')
    .replace(line, upstreams.map((upstream) => line.replace('3001', String(upstream))).join('\n'))
    .replace(/^ *listen 443 .*$/m, `listen 127.0.0.1:${port};`)
    .replace(/^ *ssl_certificate.*\n/gm, '');
}
