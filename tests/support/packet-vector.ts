// The test vectors of the formats of packets: frozen files, which verify forever (R-M5). They are signed with the first key of
// RFC 8032, section 7.1. In format 1, the PDF and the Word file are as simple as pdfkit and docx make them; in format 2, they
// are as Logbook makes them, and a vouch has the credential of tests/fixtures/credentials/full.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Form = 'json' | 'pdf' | 'docx';

export const packetVectorIn = (form: Form, format: 1 | 2 = 1): Buffer =>
  readFileSync(join(import.meta.dirname, `packet-format-${format}/packet.${form}`));

/** Its packet.json, in the canonical form. */
export const packetVector = (format: 1 | 2 = 1): string => packetVectorIn('json', format).toString();

/** The keys of the instance that signed them. */
export const vectorKeys = {
  url: 'https://logbook.example.org',
  keys: [{ publicKey: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }],
  isComplete: true,
};
