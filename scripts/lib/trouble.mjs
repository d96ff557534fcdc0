/** A failure that the user at the terminal can fix. Its message is shown without a stack. */
export class Trouble extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.name = 'Trouble';
    this.exitCode = exitCode;
  }
}
