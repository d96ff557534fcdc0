// Silence is tested: whatever a page, its network or the server complains of fails the test, unless the test announced it.
import type { BrowserContext, ConsoleMessage, Request } from '@playwright/test';

export class Noise {
  readonly #heard: string[] = [];
  readonly #announced: RegExp[] = [];

  /** From now on and before: faults that match belong to the test. They read as `faults` gives them. */
  allow(...patterns: RegExp[]): void {
    this.#announced.push(...patterns);
  }

  /** `409 POST /api/auth/sign-up`, `failed GET /api/x: net::ERR_...`, `console: ...`, `page: ...`, `server: ...` */
  get faults(): string[] {
    return this.#heard.filter((fault) => !this.#announced.some((pattern) => pattern.test(fault)));
  }

  hear(fault: string): void {
    this.#heard.push(fault);
  }

  listenTo(context: BrowserContext): void {
    context.on('console', (message) => this.#hearConsole(message));
    context.on('weberror', (error) => this.hear(`page: ${error.error().stack ?? error.error().message}`));
    context.on('response', (response) => {
      if (response.status() >= 400) this.hear(`${response.status()} ${named(response.request())}`);
    });
    context.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? '';
      // A page that is left, a viewer that is closed and a download end their requests so.
      if (why !== 'net::ERR_ABORTED') this.hear(`failed ${named(request)}: ${why}`);
    });
  }

  #hearConsole(message: ConsoleMessage): void {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // The network's faults are heard by themselves, with their method and path.
    if (message.text().startsWith('Failed to load resource')) return;
    if (message.text() === 'Service Worker registration blocked by Playwright') return;
    this.hear(`console: ${message.text()}`);
  }
}

function named(request: Request): string {
  return `${request.method()} ${new URL(request.url()).pathname}`;
}
