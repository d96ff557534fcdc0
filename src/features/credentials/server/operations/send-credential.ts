// The owner's download of a credential: alone, or inside a picture or a PDF.
import { consumeAttempts } from '#platform/http/attempts.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { endTurns } from '#platform/http/request-turns.ts';
import { contentDisposition } from '#platform/files/file-name.ts';
import { publicIdOf, vouchUsage } from '#features/vouches/server/operations/confirmed-vouch.ts';
import { proofPath, verifyPath, type Form } from '../../carrier-constants.ts';
import { limits } from '../../constants.ts';
import type { operations } from '../../contract.ts';
import { pictureTypes, type Carriers } from '../documents/carriers.ts';
import { credentialsOf, type Issued, type SigningParts } from './issue-credential.ts';

type Operation = (typeof operations)['GET /api/vouches/:id/credential'];

const types: Record<Form, string> = {
  ...{ json: 'application/json; charset=utf-8', jwt: 'application/vc+jwt' },
  ...{ ...pictureTypes, pdf: 'application/pdf' },
};
/** A PDF or a picture takes a second or two, when it is its turn. */
const carrierMs = 60_000;

export function sendCredential(parts: SigningParts, carriers: Carriers) {
  const { appUrl } = parts.config;

  function inForm(
    form: Form,
    { json, jwt }: Issued,
    { caller, publicId }: { caller: string; publicId: string | null },
  ): string | Promise<Buffer> {
    if (form === 'json') return json;
    if (form === 'jwt') return jwt;
    const signal = AbortSignal.timeout(carrierMs);
    if (form !== 'pdf') return carriers.picture(form, json, caller, signal);
    const address = publicId === null ? null : `${appUrl}${proofPath}/${publicId}`;
    return carriers.pdf({ json, address, verifyAddress: appUrl + verifyPath }, caller, signal);
  }

  return inSteps<Operation>(async ({ step, request, reply, input: { params, query } }) => {
    const found = await step(async ({ tx, viewer }) => {
      const vouch = await vouchUsage(tx, params.id, 'read');
      if (!vouch) return refuse('not_found');
      if (vouch.status !== 'verified') return refuse('vouch_not_verified');
      const limit = { kind: 'credential', key: viewer.userId, max: limits.downloadsPerHour, minutes: 60 };
      const refused = await consumeAttempts(tx, [limit]);
      return refused ?? { caller: viewer.userId, publicId: await publicIdOf(tx, params.id) };
    });
    if (isRefused(found)) return found;
    reply.headers({
      'content-type': types[query.form],
      'content-disposition': contentDisposition('attachment', `vouch.${query.form}`),
      'cache-control': 'private, no-store',
    });
    if (request.method === 'HEAD') return reply.send();
    const all = await credentialsOf(parts, {
      run: (work) => step(({ tx }) => work(tx)),
      caller: found.caller,
      vouchIds: [params.id],
    });
    if (isRefused(all)) return all;
    const issued = all.get(params.id);
    if (!issued) return refuse('not_found');
    // The queue of pictures and PDFs has its own bound. Meanwhile, other heavy requests have their turn.
    endTurns(request);
    return reply.send(await inForm(query.form, issued, found));
  });
}
