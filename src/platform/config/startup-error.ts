import { list, plural } from '../text/language.ts';

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

/** Throws StartupError that names the settings without a value, if there are any. */
export function refuseMissing(
  settings: Record<string, string | undefined>,
  { why, fix }: { why: string; fix: string },
): void {
  const missing = Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length === 0) return;
  const names = list(missing, 'unit');
  const what = plural(missing.length, { one: `${names} is not set.`, other: `${names} are not set.` });
  throw new StartupError({ what, why, fix });
}
