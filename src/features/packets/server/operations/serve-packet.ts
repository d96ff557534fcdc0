// What the link of a packet serves: its page, the same in other forms, and the files that its owner opened (R-M3).
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { bucket as logFiles } from '#features/check-ins/contract.ts';
import { fileForViewer } from '#features/check-ins/server/operations/stored-file.ts';
import { transact } from '#platform/database/transaction.ts';
import { bytesOf, now, sendStored } from '#platform/files/send-stored.ts';
import type { FileStore } from '#platform/files/store.ts';
import { contentDisposition } from '#platform/files/file-name.ts';
import { addressBlock } from '#platform/http/address-block.ts';
import { isRefused } from '#platform/http/bind.ts';
import { endTurns } from '#platform/http/request-turns.ts';
import type { SendStill } from '#platform/http/still-page.ts';
import { accessTokenHash } from '#platform/http/tokens.ts';
import { hashToken, isToken } from '#platform/secrets/secrets.ts';
import { toMarkdown } from '../../document-rules.ts';
import type { PacketJson } from '../../format-contract.ts';
import { packetFileName } from '../../rules.ts';
import { endedPage, fileUnavailablePage, packetPage, unavailablePage } from '../documents/packet-page.tsx';
import type { FormKind } from '../documents/form-thread.ts';
import { countOpen, linkedFile, linkedPacket } from '../link-store.ts';
import { formHeaders, formTypes, untilClosed, type PacketForms } from './packet-forms.ts';
import { packetPath } from './packet-links.ts';

type Parts = { pool: pg.Pool; files: FileStore; sendStill: SendStill; forms: PacketForms };

/** No search engine or cache keeps anything, and no other site learns the link. */
const headers = {
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'private, no-store',
};

/** Those that are made immediately. */
const textForms = { md: 'text/markdown; charset=utf-8', json: 'application/json; charset=utf-8' } as const;
type TextForm = keyof typeof textForms;
type Form = TextForm | FormKind;

const isTextForm = (form: string): form is TextForm => Object.hasOwn(textForms, form);
const isForm = (form: string): form is Form => isTextForm(form) || Object.hasOwn(formTypes, form);

/** The token and the form in the last part of a path, such as `<token>.md`. */
function readName(name: string): { token: string; form: Form | undefined } | undefined {
  const [token = '', form, ...rest] = name.split('.');
  if (!isToken(token) || rest.length > 0) return undefined;
  if (form === undefined) return { token, form };
  return isForm(form) ? { token, form } : undefined;
}

/** The handlers of `/p/:name` and `/p/:name/files/:number`. */
export function servePackets({ pool, files, sendStill, forms }: Parts) {
  const unavailable = (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
    request.log.warn({ reason: (error as Error).message }, 'the packet cannot be read');
    reply.header('retry-after', '60');
    return sendStill(request, reply, unavailablePage(request.url));
  };

  async function sendFile(
    { token, kind }: { token: string; kind: FormKind },
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    if (request.method === 'HEAD') return reply.headers(formHeaders(kind, '')).send();
    const tokenHash = hashToken(token);
    const readLinked = () => transact(pool, null, (tx) => linkedPacket(tx, tokenHash));
    const find = () =>
      transact(pool, null, async (tx) => {
        const linked = await linkedPacket(tx, tokenHash);
        return (
          linked && forms.sourceOf(tx, linked.packet_json, (number) => linkedFile(tx, tokenHash, number))
        );
      });
    // The queue of the forms has its own bound. Meanwhile, other heavy requests have their turn.
    endTurns(request);
    const bytes = await forms.make(addressBlock(request.ip), kind, untilClosed(reply), find);
    // The link may have ended while others had their turn, or while the file was made.
    const linked = bytes && (await readLinked());
    if (!linked) return sendStill(request, reply, endedPage());
    const { document } = JSON.parse(linked.packet_json) as PacketJson;
    return reply.headers(formHeaders(kind, document.title)).send(bytes);
  }

  return {
    async packet(request: FastifyRequest, reply: FastifyReply) {
      reply.headers(headers);
      const asked = readName((request.params as { name: string }).name);
      if (!asked) return sendStill(request, reply, endedPage());
      const tokenHash = hashToken(asked.token);
      const isPage = asked.form === undefined && request.method === 'GET';
      try {
        const found = await transact(
          pool,
          accessTokenHash(request),
          async (tx) => {
            const linked = await linkedPacket(tx, tokenHash);
            if (linked && isPage) await countOpen(tx, tokenHash);
            return linked;
          },
          'write',
        );
        if (!found) return sendStill(request, reply, endedPage());
        if (asked.form !== undefined) {
          if (isTextForm(asked.form)) return sendText(reply, asked.form, found.packet_json);
          return await sendFile({ token: asked.token, kind: asked.form }, request, reply);
        }
        const packet = JSON.parse(found.packet_json) as PacketJson;
        const path = `${packetPath}/${asked.token}`;
        return sendStill(request, reply, packetPage({ packet, path, expiresAt: found.expires_at }));
      } catch (error) {
        return unavailable(request, reply, error);
      }
    },

    async file(request: FastifyRequest, reply: FastifyReply) {
      reply.headers(headers);
      const { name: token, number } = request.params as { name: string; number: string };
      if (!isToken(token) || !/^[1-9]\d{0,4}$/.test(number)) return sendStill(request, reply, endedPage());
      const missing = () => sendStill(request, reply, fileUnavailablePage(`${packetPath}/${token}`));
      try {
        const file = await transact(pool, null, async (tx) => {
          const linked = await linkedFile(tx, hashToken(token), Number(number));
          return linked && fileForViewer(tx, linked.user_id, linked.file_id);
        });
        const bytes = file && bytesOf(file, 'download', null);
        if (!bytes || isRefused(bytes)) return missing();
        const sent = await sendStored(
          { files, bucket: logFiles },
          { ...bytes, isRevocable: true },
          { as: 'download', exp: now() },
          request,
          reply,
        );
        return isRefused(sent) ? missing() : reply;
      } catch (error) {
        return unavailable(request, reply, error);
      }
    },
  };
}

function sendText(reply: FastifyReply, form: TextForm, packetJson: string): FastifyReply {
  const { document } = JSON.parse(packetJson) as PacketJson;
  reply.header('content-type', textForms[form]);
  reply.header(
    'content-disposition',
    contentDisposition('attachment', form === 'json' ? 'packet.json' : packetFileName(document.title, 'md')),
  );
  return reply.send(form === 'json' ? packetJson : toMarkdown(document));
}
