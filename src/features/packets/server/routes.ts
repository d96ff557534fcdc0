import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import type { FileStore } from '#platform/files/store.ts';
import { bind, refuse } from '#platform/http/bind.ts';
import type { StillPages } from '#platform/http/still-page.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { serveKeys } from '#platform/signing/public-keys.ts';
import { refusals } from '../constants.ts';
import { operations } from '../contract.ts';
import { refusalTexts } from '../texts.ts';
import { changePacket } from './operations/change-packet.ts';
import { createPacket, duplicatePacket } from './operations/create-packet.ts';
import { PacketForms } from './operations/packet-forms.ts';
import { PacketLinks, packetPath } from './operations/packet-links.ts';
import { endPacketLink, publishWithProofs, renewLink } from './operations/publish-packet.ts';
import { readMaterial } from './operations/read-material.ts';
import { readDocument, readPacket, readPackets } from './operations/read-packets.ts';
import { sendForm } from './operations/send-form.ts';
import { sendPacket } from './operations/send-packet.ts';
import { servePackets } from './operations/serve-packet.ts';
import { serveVerify } from './operations/serve-verify.ts';
import { removePacket } from './store.ts';

type Parts = StillPages & {
  config: Config;
  pool: pg.Pool;
  appSecret: string;
  files: FileStore;
  mailer: Mailer;
  /** The folder of the built scripts of pages without the app. */
  islands: string;
};

export function packetRoutes(server: FastifyInstance, parts: Parts): void {
  const { config, pool, appSecret, mailer } = parts;
  const links = new PacketLinks(config.appUrl, appSecret);
  const forms = new PacketForms({ files: parts.files, appSecret });
  bind(server, pool, {
    tag: { name: 'Packets', description: 'Review packets: a period of the log as a document.' },
    operations,
    refusals,
    texts: refusalTexts,
    handlers: {
      'GET /api/packets': ({ tx }) => readPackets(tx, links),
      'POST /api/packets': ({ tx, viewer, input: { body } }) =>
        createPacket({ tx, viewer, links, id: body.id, draft: body.draft }),
      'GET /api/packets/material': ({ tx, input }) => readMaterial(tx, input.query),
      'GET /api/packets/:id': ({ tx, input }) => readPacket(tx, links, input.params.id),
      'PUT /api/packets/:id': ({ tx, input }) => changePacket({ tx, id: input.params.id, body: input.body }),
      'DELETE /api/packets/:id': async ({ tx, input }) =>
        (await removePacket(tx, input.params.id)) ?? refuse('not_found'),
      'POST /api/packets/:id/duplicate': ({ tx, viewer, input: { params, body } }) =>
        duplicatePacket({ tx, viewer, links, id: body.id, from: params.id, title: body.title }),
      'GET /api/packets/:id/document': ({ tx, input }) => readDocument(tx, input.params.id),
      'GET /api/packets/:id/pdf': sendForm(forms, 'pdf'),
      'GET /api/packets/:id/docx': sendForm(forms, 'docx'),
      'POST /api/packets/:id/publish': publishWithProofs({ config, appSecret, links, log: server.log }),
      'POST /api/packets/:id/link': ({ tx, viewer, input: { params, body } }) =>
        renewLink(links, { tx, viewer, id: params.id, life: body.life }),
      'DELETE /api/packets/:id/link': ({ tx, input }) => endPacketLink(links, { tx, id: input.params.id }),
      'POST /api/packets/:id/send': ({ tx, viewer, input: { params, body } }) =>
        sendPacket({ mailer, links }, { tx, viewer, id: params.id, email: body.email }),
    },
  });
  const pages = servePackets({ ...parts, forms });
  server.get(`${packetPath}/:name`, { config: { heavy: true } }, pages.packet);
  server.get(`${packetPath}/:name/files/:number`, pages.file);
  serveVerify(server, parts);
  serveKeys(server, pool, config.appUrl);
}
