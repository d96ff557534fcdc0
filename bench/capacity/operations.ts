// The operations that a capacity model counts, each performed alone by one caller.
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import sharp from 'sharp';
import { newId } from '#platform/clock/id.ts';
import type { SmtpSink } from '#tests/support/smtp-sink.ts';
import { resetLimits } from '../huge/sign-ins.ts';
import { newEntry } from '../huge/calls.ts';
import { password, type Instance, type Person } from '../instance.ts';
import { slug } from '../public-pages.ts';
import { until } from '#tests/support/until.ts';

export type Stage = { instance: Instance; reader: Person; writer: Person; sink: SmtpSink };

export type Operation = {
  name: string;
  /** How often it is measured. */
  times: number;
  /** Resolves to the bytes of the response's body, as sent. */
  run(): Promise<number>;
};

export async function operationsOf({ instance, reader, writer, sink }: Stage): Promise<Operation[]> {
  await resetLimits(instance);
  // Many sign-ins end the oldest session, so this user has no other part.
  const signer = await instance.signUp('signer');
  const get = (path: string, person?: Person) => () => send(instance, { method: 'GET', path, person });
  const post = (path: string, body: object, person?: Person) =>
    send(instance, { method: 'POST', path, person, body: Buffer.from(JSON.stringify(body)) });
  const entryOf = (person: Person, more: object = {}) => {
    const id = newId();
    return post('/api/check_ins', { id, ...newEntry, ...more }, person).then((bytes) => ({ id, bytes }));
  };
  const upload = (type: string, name: string, bytes: Buffer) => async () => {
    const { id } = await entryOf(writer);
    const form = new FormData();
    form.set('check_in_id', id);
    form.set('id', newId());
    form.set('file', new Blob([Uint8Array.from(bytes)], { type }), name);
    const response = await fetch(`${instance.url}/api/storage/log-files`, {
      method: 'POST',
      headers: { cookie: writer.cookie, origin: instance.url },
      body: form,
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`The upload returned ${response.status}: ${text}`);
    return text.length;
  };
  const photo = await sharp(randomBytes(1600 * 1200 * 3), { raw: { width: 1600, height: 1200, channels: 3 } })
    .blur(2)
    .jpeg()
    .toBuffer();
  let manager = 0;
  return [
    { name: 'timeline, a page of 50', times: 300, run: get('/api/check_ins', reader) },
    { name: 'dashboard, rendered', times: 100, run: get('/', reader) },
    { name: 'search of 8,000 entries', times: 50, run: get('/api/check_ins/search?q=zeppelin', reader) },
    { name: 'check-in', times: 300, run: () => entryOf(writer).then(({ bytes }) => bytes) },
    {
      name: 'sign-in',
      times: 20,
      run: () => post('/api/auth/sign-in', { email: signer.email, password }),
    },
    {
      name: 'check-in with a file of 1 MB',
      times: 20,
      run: upload('text/plain', 'notes.txt', Buffer.alloc(1_000_000, 'All notes. ')),
    },
    {
      name: 'check-in with a photo',
      times: 10,
      run: upload('image/jpeg', 'a.jpg', photo),
    },
    { name: 'public page, kept', times: 300, run: get(`/${slug}`) },
    { name: 'public page, rendered', times: 100, run: get(`/${slug}?page=2`) },
    {
      name: 'check-in with an email',
      times: 15,
      async run() {
        const before = sink.received.length;
        const { bytes } = await entryOf(writer, { manager_email: `manager${manager++}@example.com` });
        await until('the email is sent', 20_000, () => sink.received.length > before);
        return bytes;
      },
    },
  ];
}

type Sent = { method: 'GET' | 'POST'; path: string; person?: Person | undefined; body?: Buffer };

/** Resolves to the bytes of the body. Does not use fetch, which decompresses it. Throws if the response is not 200. */
function send(instance: Instance, { method, path, person, body }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${instance.url}${path}`, {
      method,
      headers: {
        'accept-encoding': 'gzip, deflate, br',
        'sec-fetch-site': 'same-origin',
        origin: instance.url,
        ...(person && {
          cookie: `${person.cookie}; logbook-reader=${encodeURIComponent('Europe/Berlin|en-US|mouse')}`,
        }),
        ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
      },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => {
        if (response.statusCode === 200) resolve(bytes);
        else reject(new Error(`${method} ${path} returned ${response.statusCode}.`));
      });
    });
    sent.end(body);
  });
}
