/** A failure that the person at the terminal can mend: its message is shown without a stack. */
export class Trouble extends Error {
  constructor(message, exitCode = 1) {
    super(message);
    this.name = 'Trouble';
    this.exitCode = exitCode;
  }
}
