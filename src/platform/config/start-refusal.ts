/**
 * A reason not to start that the operator can mend: printed as it is, without a stack.
 * `what` went wrong, `why` it matters or how it came, `mend` is what to do now; each a sentence.
 */
export class StartRefusal extends Error {
  readonly what: string;
  readonly why: string;
  readonly mend: string;

  constructor(parts: { what: string; why: string; mend: string }, options?: ErrorOptions) {
    super(`${parts.what} ${parts.why} ${parts.mend}`, options);
    this.name = 'StartRefusal';
    this.what = parts.what;
    this.why = parts.why;
    this.mend = parts.mend;
  }
}
