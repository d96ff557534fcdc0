/** A failure that the user at the terminal can fix. Its message is shown without a stack. */
export class CommandError extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}
