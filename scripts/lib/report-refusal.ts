import { StartRefusal } from '#platform/config/start-refusal.ts';

/** Runs a command. Prints a StartRefusal without a stack trace, and sets the exit code. */
export async function reportRefusal(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof StartRefusal)) throw error;
    console.error(error.report);
    process.exitCode = 1;
  }
}
