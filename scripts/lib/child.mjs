// Runs another program and waits for it, so no signal is lost and no process is left behind.
import { spawn } from 'node:child_process';
import { root } from './paths.mjs';
import { CommandError } from './command-error.mjs';

/**
 * Runs a command to its end and forwards signals to it. Resolves to its exit code (128 + n for a signal) and, with
 * `quiet`, its output.
 */
export function run(command, args, options = {}) {
  const { quiet = false, stdio = quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit', ...rest } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio, ...rest });
    let output = '';
    if (quiet) {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => (output += String(chunk)));
    }
    const forward = (signal) => child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, forward);
    const done = () => {
      for (const signal of signals) process.off(signal, forward);
    };
    child.once('error', (error) => {
      done();
      reject(new CommandError(`Could not run ${command}: ${error.message}`));
    });
    child.once('close', (code, signal) => {
      done();
      resolve({ code: signal ? 128 + (signalNumbers[signal] || 0) : code, output });
    });
  });
}

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };

/** Runs the work and prints one line with its duration. */
export async function timed(line, work) {
  const started = Date.now();
  const result = await work();
  console.log(`${line} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  return result;
}
