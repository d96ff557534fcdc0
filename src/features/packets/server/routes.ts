import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import { bind, inOneTrip, refuse } from '#platform/http/bind.ts';
import { refusals } from '../constants.ts';
import { operations } from '../contract.ts';
import { refusalTexts } from '../texts.ts';
import { changePacket } from './operations/change-packet.ts';
import { createPacket, duplicatePacket } from './operations/create-packet.ts';
import { PacketLinks } from './operations/packet-links.ts';
import { readMaterial } from './operations/read-material.ts';
import { readPacket, readPackets } from './operations/read-packets.ts';
import { removePacket } from './store.ts';

type All = typeof operations;
type Parts = { config: Config; pool: pg.Pool; appSecret: string };

export function packetRoutes(server: FastifyInstance, { config, pool, appSecret }: Parts): void {
  const links = new PacketLinks(config.appUrl, appSecret);
  bind(server, pool, {
    tag: { name: 'Packets', description: 'Review packets: a period of the log as a document.' },
    operations,
    refusals,
    texts: refusalTexts,
    handlers: {
      'GET /api/packets': inOneTrip<All['GET /api/packets']>(({ tx }) => readPackets(tx, links)),
      'POST /api/packets': ({ tx, viewer, input: { body } }) =>
        createPacket({ tx, viewer, links, id: body.id, draft: body.draft }),
      'GET /api/packets/material': ({ tx, input }) => readMaterial(tx, input.query),
      'GET /api/packets/:id': ({ tx, input }) => readPacket(tx, links, input.params.id),
      'PUT /api/packets/:id': ({ tx, input }) => changePacket({ tx, id: input.params.id, body: input.body }),
      'DELETE /api/packets/:id': async ({ tx, input }) =>
        (await removePacket(tx, input.params.id)) ?? refuse('not_found'),
      'POST /api/packets/:id/duplicate': ({ tx, viewer, input: { params, body } }) =>
        duplicatePacket({ tx, viewer, links, id: body.id, from: params.id, title: body.title }),
    },
  });
}
