/** The provider does not respond, or not as one. The reason is for the operator. */
export class ProviderAway extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = 'ProviderAway';
  }
}

/** The provider's answer is not valid. The reason is for the operator, without secrets. */
export class AnswerRefused extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = 'AnswerRefused';
  }
}

/** The ProviderAway that caused this error, if one did: the library wraps it. */
export function awayIn(error: unknown): ProviderAway | undefined {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof ProviderAway) return at;
  return undefined;
}
