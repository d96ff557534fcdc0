// The command line of Logbook: `logbook add "Shipped the importer"`.
import { run } from './run.ts';

// A reader such as `head` has enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

async function main(): Promise<void> {
  process.exitCode = await run(process.argv.slice(2));
}

void main();
