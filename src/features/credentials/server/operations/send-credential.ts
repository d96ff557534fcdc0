// The owner's download of a credential.
import { consumeAttempts } from '#platform/http/attempts.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { contentDisposition } from '#platform/files/file-name.ts';
import { vouchUsage } from '#features/vouches/server/operations/confirmed-vouch.ts';
import { limits } from '../../constants.ts';
import type { operations } from '../../contract.ts';
import { credentialsOf, type SigningParts } from './issue-credential.ts';

type Operation = (typeof operations)['GET /api/vouches/:id/credential'];

const types = { json: 'application/json; charset=utf-8', jwt: 'application/vc+jwt' } as const;

export function sendCredential(parts: SigningParts) {
  return inSteps<Operation>(async ({ step, request, reply, input: { params, query } }) => {
    const viewer = await step(async ({ tx, viewer }) => {
      const vouch = await vouchUsage(tx, params.id, 'read');
      if (!vouch) return refuse('not_found');
      if (vouch.status !== 'verified') return refuse('vouch_not_verified');
      const limit = { kind: 'credential', key: viewer.userId, max: limits.downloadsPerHour, minutes: 60 };
      return (await consumeAttempts(tx, [limit])) ?? viewer;
    });
    if (isRefused(viewer)) return viewer;
    reply.headers({
      'content-type': types[query.form],
      'content-disposition': contentDisposition('attachment', `vouch.${query.form}`),
      'cache-control': 'private, no-store',
    });
    if (request.method === 'HEAD') return reply.send();
    const found = await credentialsOf(parts, {
      run: (work) => step(({ tx }) => work(tx)),
      caller: viewer.userId,
      vouchIds: [params.id],
    });
    if (isRefused(found)) return found;
    const issued = found.get(params.id);
    return issued ? reply.send(issued[query.form]) : refuse('not_found');
  });
}
