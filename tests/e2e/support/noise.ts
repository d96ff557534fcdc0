// Fails a test on any error or warning of a page, its network or the server that the test did not allow.
import type { BrowserContext, ConsoleMessage, Request } from '@playwright/test';

export class Noise {
  readonly #heard: string[] = [];
  readonly #allowed: RegExp[] = [];

  /** Allows problems that match, before and after this call. The patterns see them in the format of `problems`. */
  allow(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  /** `409 POST /api/auth/sign-up`, `failed GET /api/x: net::ERR_...`, `console: ...`, `page: ...`, `server: ...` */
  get problems(): string[] {
    return this.#heard.filter((problem) => !this.#allowed.some((pattern) => pattern.test(problem)));
  }

  hear(problem: string): void {
    this.#heard.push(problem);
  }

  listenTo(context: BrowserContext): void {
    context.on('console', (message) => this.#hearConsole(message));
    context.on('weberror', (error) => this.hear(`page: ${error.error().stack ?? error.error().message}`));
    context.on('response', (response) => {
      if (response.status() >= 400) this.hear(`${response.status()} ${describeRequest(response.request())}`);
    });
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      // Navigating away, closing a viewer and downloading abort requests this way.
      if (reason !== 'net::ERR_ABORTED') this.hear(`failed ${describeRequest(request)}: ${reason}`);
    });
  }

  #hearConsole(message: ConsoleMessage): void {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // Network errors are recorded by the listeners above, with method and path.
    if (message.text().startsWith('Failed to load resource')) return;
    if (message.text() === 'Service Worker registration blocked by Playwright') return;
    this.hear(`console: ${message.text()}`);
  }
}

function describeRequest(request: Request): string {
  return `${request.method()} ${new URL(request.url()).pathname}`;
}
