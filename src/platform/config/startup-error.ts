/**
 * A startup error that the operator can fix. Printed without a stack trace.
 * Each part is a sentence: `what` went wrong, `why` it matters or what caused it, and how to `fix` it.
 */
export class StartupError extends Error {
  readonly what: string;
  readonly why: string;
  readonly fix: string;

  constructor(parts: { what: string; why: string; fix: string }, options?: ErrorOptions) {
    super(`${parts.what} ${parts.why} ${parts.fix}`, options);
    this.name = 'StartupError';
    this.what = parts.what;
    this.why = parts.why;
    this.fix = parts.fix;
  }

  /** The parts as printed for the operator, one per line. */
  get report(): string {
    return `\n${this.what}\n${this.why}\n${this.fix}`;
  }
}
