// A DNS server on loopback that answers questions about TXT records, for the keys of email signatures.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export type DnsServer = {
  /** `address:port`. */
  address: string;
  /** Texts by name. Others do not exist. */
  records: Map<string, string>;
  /** Names that were asked for. */
  asked: string[];
  /** Set to leave questions without an answer. */
  isSilent: boolean;
  close(): void;
};

export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const dns: DnsServer = {
    ...{ address: '', records: new Map(), asked: [], isSilent: false },
    close: () => socket.close(),
  };
  socket.on('message', (question, { port, address }) => {
    const [name, end] = nameAt(question, 12);
    dns.asked.push(name);
    if (!dns.isSilent) socket.send(answerTo(question, end + 4, dns.records.get(name)), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  dns.address = `127.0.0.1:${socket.address().port}`;
  return dns;
}

function nameAt(message: Buffer, start: number): [name: string, end: number] {
  const labels: string[] = [];
  let at = start;
  while (message[at] !== 0) {
    const length = message[at]!;
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return [labels.join('.').toLowerCase(), at + 1];
}

/** `end`: of the question. */
function answerTo(question: Buffer, end: number, text: string | undefined): Buffer {
  const header = Buffer.from(question.subarray(0, 12));
  // A response, with recursion; without the record, there is no such name.
  header.writeUInt16BE(text === undefined ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(text === undefined ? 0 : 1, 6);
  header.writeUInt32BE(0, 8);
  const asked = [header, question.subarray(12, end)];
  if (text === undefined) return Buffer.concat(asked);
  const parts = text.match(/.{1,255}/g)!.flatMap((part) => [Buffer.from([part.length]), Buffer.from(part)]);
  const data = Buffer.concat(parts);
  const record = Buffer.alloc(12);
  // The name of the question, TXT, IN, for a minute.
  record.writeUInt16BE(0xc00c, 0);
  record.writeUInt16BE(16, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt32BE(60, 6);
  record.writeUInt16BE(data.length, 10);
  return Buffer.concat([...asked, record, data]);
}
