/** What the program exits with. Scripts rely on these numbers. */
export const exitCodes = {
  refused: 1,
  usage: 2,
  signedOut: 3,
  storage: 4,
  offline: 5,
} as const;

/** Ends the program with a message for its user, without a stack. */
export class CommandError extends Error {
  readonly kind: keyof typeof exitCodes;
  readonly exitCode: number;

  constructor(kind: keyof typeof exitCodes, message: string) {
    super(message);
    this.name = 'CommandError';
    this.kind = kind;
    this.exitCode = exitCodes[kind];
  }
}

/** The code of an error of the operating system, such as ENOSPC. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
