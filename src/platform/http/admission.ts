// What every request passes before anything handles it, prepared responses and upgrades included: it must have one
// host, and one address that all limits agree on; and its response must not leave half a body on the connection.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddresses } from './client-address.ts';
import { closeIfEarly, isClosing, linger } from './lingering.ts';
import { asksForLiveEvents } from './live-path.ts';
import { problemBytes, rawResponse, type CommonCode } from './problem.ts';

export type Admission = {
  /** Whether the request may be handled. If not, it is answered, or its connection is being closed. */
  admit(request: IncomingMessage, response: ServerResponse): boolean;
  /** Whether the request may become a WebSocket. If not, it is handled as an ordinary one. */
  mayUpgrade(request: IncomingMessage): boolean;
  /** Responds to bytes that are not a request. */
  refuseUnparsable(error: NodeJS.ErrnoException, socket: Socket): void;
};

export function makeAdmission(
  security: Record<string, string>,
  trustedProxies: readonly string[],
): Admission {
  const addressOf = clientAddresses(trustedProxies);
  // Everything after this, including the router's `request.ip`, reads a single entry, which is an address.
  const settleAddress = (request: IncomingMessage) => {
    if (trustedProxies.length > 0 && request.headers['x-forwarded-for'] !== undefined)
      request.headers['x-forwarded-for'] = addressOf(request);
  };
  return {
    admit(request, response) {
      if (isClosing(request.socket)) return false;
      closeIfEarly(request, response);
      if (!hasOneHost(request)) {
        const { status, headers, body } = problemBytes('invalid_input', randomUUID());
        response.writeHead(status, { ...security, ...headers }).end(body);
        return false;
      }
      settleAddress(request);
      return true;
    },
    mayUpgrade(request) {
      const may = asksForLiveEvents(request) && !isClosing(request.socket) && hasOneHost(request);
      if (may) settleAddress(request);
      return may;
    },
    refuseUnparsable(error, socket) {
      if (isClosing(socket)) return;
      if (!socket.writable || hasBegunResponse(socket)) return void socket.destroy(error);
      socket.write(rawResponse(codes[error.code ?? ''] ?? 'invalid_input', security));
      linger(socket);
    },
  };
}

const codes: Record<string, CommonCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too_slow',
};

// With two hosts, a proxy may route by one of them, while pages and checks read the other. HTTP/1.0 had none.
function hasOneHost({ rawHeaders, httpVersionMinor }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts === 1 || (hosts === 0 && httpVersionMinor === 0);
}

/** Whether part of a response is sent, so that another one would end up in the middle of it. Like Node's own handler. */
function hasBegunResponse(socket: Socket): boolean {
  return (socket as { _httpMessage?: ServerResponse | null })._httpMessage?.headersSent === true;
}
