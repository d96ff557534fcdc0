/** A server that requests depend on is not responding. Requests fail with 503 `unavailable` and may be repeated. */
export class Unavailable extends Error {
  /** The sentence for the user. */
  readonly title: string;

  /** `reason`: for the operator. It must not contain secrets. */
  constructor(reason: string, title: string, cause?: unknown) {
    super(reason, { cause });
    this.name = 'Unavailable';
    this.title = title;
  }
}
