// Tells apps where to ask for permission (RFC 9728), at the address of each resource and without one: clients try several.
import type { FastifyInstance } from 'fastify';
import { scopes } from '#features/api-tokens/constants.ts';
import { audiences } from '../../constants.ts';
import { metadataPath } from '../../oauth-constants.ts';
import { resources } from '../../rules.ts';

export function serveResourceMetadata(server: FastifyInstance, appUrl: string): void {
  const of = resources(appUrl);
  const document = (resource: string) => ({
    resource,
    authorization_servers: [appUrl],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_documentation: `${appUrl}/capture`,
  });
  for (const [path, resource] of [
    [metadataPath, of.mcp],
    ...audiences.map((name) => [metadataPath + new URL(of[name]).pathname, of[name]] as const),
  ] as const)
    server.get(path, (_request, reply) =>
      reply
        .headers({ 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' })
        .send(document(resource)),
    );
}
