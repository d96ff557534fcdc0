// nginx serving the same bytes from files, as a lower bound of the cost. It has as many workers as Logbook has processes.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './instance.ts';

export type Page = { body: Buffer; type: string; encoding: string | null };
export type Nginx = { port: number; pid: number; stop(): void };

const program = ['/usr/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx'].find(existsSync);

/** Serves the pages at `/<name>`; resolves to null if nginx is not installed. */
export async function startNginx(pages: Record<string, Page>, workers = 1): Promise<Nginx | null> {
  if (!program) return null;
  const folder = mkdtempSync(join(tmpdir(), 'logbook-bench-nginx-'));
  const port = await freePort();
  const locations = Object.entries(pages).map(([name, page]) => {
    writeFileSync(join(folder, name), page.body);
    const encoding = page.encoding ? `add_header content-encoding ${page.encoding};` : '';
    return `location = /${name} { default_type "${page.type}"; ${encoding} }`;
  });
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''}
     worker_processes ${workers}; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
     events { worker_connections 1024; }
     http {
       access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; open_file_cache max=100;
       client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c;
       uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
       server { listen 127.0.0.1:${port}; root ${folder}; ${locations.join('\n')} }
     }`,
  );
  const child = spawn(
    program,
    ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')],
    {
      stdio: 'inherit',
    },
  );
  const stop = () => {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  for (let attempt = 0; attempt < 200; attempt++) {
    const response = await fetch(`http://127.0.0.1:${port}/${Object.keys(pages)[0]}`).catch(() => null);
    await response?.arrayBuffer();
    if (response?.ok) return { port, pid: child.pid ?? 0, stop };
    if (child.exitCode !== null) break;
    await pause(20);
  }
  stop();
  throw new Error('nginx is installed but does not start.');
}
