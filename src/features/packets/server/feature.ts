import type { ServerFeature } from '#platform/features/server-feature.ts';
import { packetMailKind } from './mails.tsx';
import { packetTables } from './operations/export-packets.ts';
import { renewPacketMail } from './operations/renew-packet-mail.ts';
import { packetRoutes } from './routes.ts';

export const packets = {
  routes: packetRoutes,
  renewals: (parts) => ({ [packetMailKind]: renewPacketMail(parts) }),
  exports: { tables: packetTables },
} satisfies ServerFeature;
