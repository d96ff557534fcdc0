// Files that contain credentials, as Open Badges 3.0 bakes them into pictures, and as PDFs and archives have them.
import { crc32, deflateSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';

const bytesOf = (data: Buffer) => new Uint8Array(data);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** A PNG of one pixel with these texts. */
export function pngWith(
  texts: readonly string[],
  { keyword = 'openbadgecredential', isPacked = false } = {},
) {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  const baked = texts.map((text) => {
    const head = Buffer.from([...Buffer.from(keyword), 0, isPacked ? 1 : 0, 0, 0, 0]);
    return chunk('iTXt', Buffer.concat([head, isPacked ? deflateSync(text) : Buffer.from(text)]));
  });
  return bytesOf(
    Buffer.concat([
      Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
      chunk('IHDR', header),
      ...baked,
      chunk('IDAT', deflateSync(Buffer.from([0, 128]))),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

/** An SVG with this content after its first tag. */
export const svgWith = (inside: string) =>
  bytesOf(
    Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0" viewBox="0 0 9 9">${inside}<circle r="4"/></svg>`,
    ),
  );

export const bakedIn = (json: string) => `<openbadges:credential><![CDATA[${json}]]></openbadges:credential>`;

/** A PDF as pdfkit writes it, as far as attachments go. */
export function pdfWith(...attached: (string | Uint8Array)[]): Buffer {
  const objects = attached.map((content, index) => {
    const data = index % 2 === 0 ? deflateSync(content) : Buffer.from(content);
    const filter = index % 2 === 0 ? '/Filter /FlateDecode\n' : '';
    const head = `${index + 2} 0 obj\n<<\n/Type /EmbeddedFile\n/Subtype /application#2Fjson\n/Length ${data.length}\n${filter}>>\nstream\n`;
    return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream\nendobj\n')]);
  });
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj\n(page)\nendobj\n'),
    ...objects,
    Buffer.from('%%EOF\n'),
  ]);
}

export async function zipWith(files: Record<string, string>): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return bytesOf(await buffer(zip.outputStream));
}
