import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The test vector of the format of packets, which verifies forever: packet.json in its canonical form. */
export function packetVector(): string {
  const text = readFileSync(join(import.meta.dirname, '../../docs/formats/packet.md'), 'utf8');
  return /```json\n(.+)\n```/.exec(text)![1]!;
}
