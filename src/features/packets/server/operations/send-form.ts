// The owner's download of a packet as a PDF or Word file, published or not.
import { consumeAttempts } from '#platform/http/attempts.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { endTurns } from '#platform/http/request-turns.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { canonicalJson, type CanonicalValue } from '#platform/text/canonical-json.ts';
import { limits } from '../../constants.ts';
import type { operations } from '../../contract.ts';
import { packetFormat } from '../../format-contract.ts';
import type { FormKind } from '../documents/form-thread.ts';
import { hasPacket, newestVersion, packetById } from '../store.ts';
import { freezePacket } from './freeze-packet.ts';
import { formHeaders, untilClosed, type PacketForms } from './packet-forms.ts';
import { changesSince } from './packet-record.ts';

type Operation = (typeof operations)['GET /api/packets/:id/pdf' | 'GET /api/packets/:id/docx'];

export function sendForm(forms: PacketForms, kind: FormKind) {
  return inSteps<Operation>(async ({ step, request, reply, input }) => {
    const viewer = await step(async ({ tx, viewer }) => {
      if (!(await hasPacket(tx, input.params.id))) return refuse('not_found');
      const limit = { kind: 'packet-form', key: viewer.userId, max: limits.filesPerHour, minutes: 60 };
      return (await consumeAttempts(tx, [limit])) ?? viewer;
    });
    if (isRefused(viewer)) return viewer;
    if (request.method === 'HEAD') return reply.headers(formHeaders(kind, '')).send();
    const signal = untilClosed(reply);
    const title = { name: '' };
    // The queue of the forms has its own bound. Meanwhile, other heavy requests have their turn.
    endTurns(request);
    const made = await forms.make(`user ${viewer.userId}`, kind, signal, () =>
      step(async ({ tx }) => {
        const current = await currentPacket(tx, input.params.id);
        if (!current) return refuse('not_found');
        const source = await forms.sourceOf(tx, current.packetJson, async (number) => {
          const id = current.files[number - 1];
          return id === undefined ? undefined : { user_id: viewer.userId, file_id: id };
        });
        title.name = source.document.title;
        return source;
      }),
    );
    if (!Buffer.isBuffer(made)) return made;
    reply.headers({ ...formHeaders(kind, title.name), 'cache-control': 'private, no-store' });
    return reply.send(made);
  });
}

/** As published, if nothing has changed since. Otherwise as it is now, without a record. */
async function currentPacket(
  tx: Tx,
  id: string,
): Promise<{ packetJson: string; files: readonly string[] } | undefined> {
  const stored = await packetById(tx, id);
  const frozen = stored && (await freezePacket(tx, stored.draft));
  if (!frozen) return undefined;
  const { document, files } = frozen;
  const published = stored.record && !changesSince(stored.record, document).isChanged;
  const version = published ? await newestVersion(tx, id) : undefined;
  if (version) return { packetJson: version.packet_json, files: version.files };
  const packet = { format: packetFormat, document };
  return { packetJson: canonicalJson(packet as unknown as CanonicalValue), files };
}
