// The test vector of format 1 of packets: frozen files, which verify forever (R-M5). They are signed with the first key of
// RFC 8032, section 7.1. The PDF and the Word file are as simple as pdfkit and docx make them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const packetVectorIn = (form: 'json' | 'pdf' | 'docx'): Buffer =>
  readFileSync(join(import.meta.dirname, `packet-format-1/packet.${form}`));

/** Its packet.json, in the canonical form. */
export const packetVector = (): string => packetVectorIn('json').toString();

/** The keys of the instance that signed it. */
export const vectorKeys = {
  url: 'https://logbook.example.org',
  keys: [{ publicKey: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }],
  isComplete: true,
};
