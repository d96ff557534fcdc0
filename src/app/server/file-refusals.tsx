// A visitor who opens a file in a tab gets a page that says why there is none: it was removed, its URL has expired, or
// it cannot be shown to others. Programs get the problem document.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { StillPages } from '#platform/http/still-page.ts';
import { EmptyState } from '#ui/empty-state.tsx';

/** The routes that serve files of all features, and the redirect to those of public pages. */
const fileRoutes = ['/api/storage/object/', '/api/public_profiles/:slug/files/'];

/** Whether a browser navigates to a file. A viewer in the app is not shown pages of the server. */
function opensFile({ method, routeOptions: { url = '' }, headers }: FastifyRequest): boolean {
  if (method !== 'GET' || !fileRoutes.some((route) => url.startsWith(route))) return false;
  return headers['sec-fetch-dest'] !== 'iframe' && Boolean(headers.accept?.includes('text/html'));
}

export function showFileRefusals(
  server: FastifyInstance,
  { renderStill }: Pick<StillPages, 'renderStill'>,
): void {
  server.addHook('onSend', async (request, reply, payload) => {
    const isProblem = String(reply.getHeader('content-type')).startsWith('application/problem+json');
    if (!isProblem || typeof payload !== 'string' || !opensFile(request)) return payload;
    const { title, detail } = JSON.parse(payload) as { title: string; detail?: string };
    const main = (
      <EmptyState as="h1" title={title}>
        {detail}
      </EmptyState>
    );
    const { headers, plain } = renderStill({ status: reply.statusCode, title, main });
    void reply.headers({ ...headers, vary: 'accept' }).removeHeader('content-length');
    return plain();
  });
}
