import { Readable } from 'node:stream';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { expect, it } from 'vitest';
import type { Network } from '#platform/http/fetch-public.ts';
import { changed } from '#tests/support/changed.ts';
import { limits } from '../../constants.ts';
import { fetchDocument } from './fetch-document.ts';

const address = 'https://app.example/client';

/** A network that resolves a name to one address after another, and the requests sent in it. */
function networkOf(resolved: string[], body: Readable = Readable.from([Buffer.from('{}')])) {
  const sent: RequestOptions[] = [];
  const network: Network = {
    resolve: () => Promise.resolve([resolved.length > 1 ? resolved.shift()! : resolved[0]!]),
    request(_url, options, onResponse) {
      sent.push(options);
      const response = Object.assign(body, { statusCode: 200, headers: {} }) as unknown as IncomingMessage;
      queueMicrotask(() => onResponse(response));
      return { on: () => undefined, end: () => undefined };
    },
  };
  return { network, sent };
}

/** Where a request connects. */
const connects = ({ lookup }: RequestOptions) =>
  new Promise((resolve, reject) => {
    lookup!('app.example', {}, (error, found) => (error ? reject(error) : resolve(found)));
  });

it('connects to the address that was checked, even if the name then resolves to another', async () => {
  const { network, sent } = networkOf(['93.184.215.14', '10.0.0.7']);
  expect(await (await fetchDocument(network, address)).text()).toBe('{}');
  expect(sent).toHaveLength(1);
  // As often as the connection asks.
  expect([await connects(sent[0]!), await connects(sent[0]!)]).toEqual(['93.184.215.14', '93.184.215.14']);
  // The next request checks the new address.
  await expect(fetchDocument(network, address)).rejects.toThrow('no public address');
  expect(sent).toHaveLength(1);
});

it('is bounded in bytes and in time by the limits', async () => {
  const read = (bytes: number) =>
    fetchDocument(networkOf(['93.184.215.14'], Readable.from([Buffer.alloc(bytes)])).network, address);
  expect((await (await read(limits.document)).arrayBuffer()).byteLength).toBe(limits.document);
  await expect(read(limits.document + 1)).rejects.toThrow('too large');
  await changed(limits, { document: 10 }, () => expect(read(11)).rejects.toThrow('too large'));
  await changed(limits, { documentMs: 50 }, async () => {
    const endless = new Readable({ read: () => undefined });
    await expect(fetchDocument(networkOf(['93.184.215.14'], endless).network, address)).rejects.toThrow(
      'slow',
    );
  });
});
