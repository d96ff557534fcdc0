import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The test vector of format 1 of packets, which verifies forever: packet.json in its canonical form. */
export const packetVector = (): string =>
  readFileSync(join(import.meta.dirname, 'packet-format-1/packet.json'), 'utf8');
