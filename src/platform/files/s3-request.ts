// Sends one signed request to an S3-compatible object store (signature version 4, path-style addresses). A server that
// does not accept the connection, or falls silent, fails the request.
import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { type Readable, pipeline } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import type { ObjectStorage } from '../config/config.ts';

export type S3Body = {
  /** Bytes. */
  size: number;
  /** Hexadecimal. The store refuses a body with another hash. */
  sha256: string;
  open: () => Readable;
};

export type S3Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Undefined: the request is about the bucket. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: S3Body;
};

const connectMs = 3000;
/** How long a connection may be silent, in both directions. */
const idleMs = 4000;
/** How long the headers of a response may take, in addition to the time for the body of the request. */
const headersMs = 4500;
const minBytesPerMs = 100;
const sha256OfNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** `clockOffsetMs`: how far the clock of the store is ahead of this machine's. */
export type Send = (request: S3Request, clockOffsetMs: number) => Promise<IncomingMessage>;

/** The sender for one bucket. It keeps connections open. Resolves with the response once its headers have arrived. */
export function s3Sender({ endpoint, bucket, region, accessKeyId, secretAccessKey }: ObjectStorage): Send {
  const isTls = endpoint.startsWith('https:');
  const agent = isTls ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const signingKeys = new Map<string, ArrayBuffer>();

  return async ({ method, key, query = {}, headers = {}, body }, clockOffsetMs) => {
    const url = new URL(`${endpoint}/${bucket}${key === undefined ? '' : `/${key}`}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const now = new Date(Date.now() + clockOffsetMs);
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? sha256OfNothing },
      datetime: now.toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
      service: 's3',
      ...{ region, accessKeyId, secretAccessKey, cache: signingKeys },
    }).sign();

    return new Promise<IncomingMessage>((resolve, reject) => {
      const request = (isTls ? httpsRequest : httpRequest)(signed.url, {
        method,
        agent,
        headers: { ...Object.fromEntries(signed.headers), ...(body && { 'content-length': body.size }) },
        timeout: idleMs,
      });
      const fail = (reason: string) => request.destroy(new Error(reason));
      const limitMs = headersMs + (body?.size ?? 0) / minBytesPerMs;
      const late = setTimeout(() => fail('it does not respond'), limitMs);
      let connecting: NodeJS.Timeout | undefined;
      request.on('socket', (socket) => {
        if (!socket.connecting) return;
        connecting = setTimeout(() => fail('it does not accept a connection'), connectMs);
        socket.once(isTls ? 'secureConnect' : 'connect', () => clearTimeout(connecting));
      });
      request.on('timeout', () => fail('the connection fell silent'));
      request.on('response', (response) => {
        clearTimeout(late);
        resolve(response);
      });
      // After the response has begun, the error also ends the response.
      request.on('error', reject);
      request.on('close', () => {
        clearTimeout(late);
        clearTimeout(connecting);
      });
      if (!body) {
        request.end();
        return;
      }
      const source = body.open();
      // Before the request fails because of it.
      source.once('error', reject);
      pipeline(source, request, (error) => error && request.destroy(error));
    });
  };
}
