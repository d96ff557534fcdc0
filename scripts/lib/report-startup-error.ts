import { StartupError } from '#platform/config/startup-error.ts';

/** Runs a command. Prints a StartupError without a stack trace, and sets the exit code. */
export async function reportStartupError(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    console.error(error.report);
    process.exitCode = 1;
  }
}
