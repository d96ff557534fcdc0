// Keeps rendered pages that are the same for everyone. Each belongs to an owner, and is dropped when data of its owner
// changes. The least recently used ones are dropped first when there are too many bytes.
import { hash } from 'node:crypto';
import { brotliCompress, constants, gunzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { counts } from '../metrics/counts.ts';
import { acceptedEncodings } from './encodings.ts';
import type { Prepared, PreparedResponses } from './prepared.ts';

type Content = {
  owner: string;
  /** Of the page without an encoding. */
  headers: Record<string, string>;
} & (
  | { gzip: Buffer }
  /** What cannot be compressed, such as a picture. */
  | { gzip?: never; plain: Buffer }
);

/** Compressing a page takes 5 MB of memory: one at a time, and in the meantime others stay as they are. */
let isCompressing = false;

/**
 * A complete page in all encodings. The brotli and plain encodings are created and kept for pages that are requested
 * again: nearly every client accepts an encoding.
 */
export class CachedPage {
  readonly owner: string;
  readonly etag: string;
  /** Called when a further encoding is kept. */
  grown: () => void = () => {};
  readonly #headers: Record<string, string>;
  readonly #gzip: Prepared | undefined;
  #plain: Prepared | undefined;
  #unpacked = false;
  #brotli: Prepared | undefined;

  constructor({ owner, headers, ...content }: Content) {
    this.owner = owner;
    this.etag = `"${hash('sha256', content.gzip ?? content.plain, 'base64url').slice(0, 22)}"`;
    this.#headers = { ...headers, etag: this.etag };
    if (content.gzip) this.#gzip = this.#encoded('gzip', content.gzip);
    else this.#plain = { headers: this.#headers, body: content.plain };
  }

  /** Chooses an encoding by the request's accept-encoding. */
  pick(accepted: string | undefined): Prepared {
    const names = acceptedEncodings(accepted);
    if (names.has('br') && this.#brotli) return this.#brotli;
    if (this.#gzip && names.has('gzip')) return this.#gzip;
    return this.#plain ?? this.#unpack();
  }

  get bytes(): number {
    return [this.#gzip, this.#brotli, this.#plain].reduce((sum, form) => sum + (form?.body.length ?? 0), 0);
  }

  /**
   * Adds the brotli encoding, which is too slow for the request that renders the page. Call it with each request: it does
   * nothing while another page is being compressed.
   */
  compressMore(): void {
    if (this.#brotli !== undefined || !this.#gzip || isCompressing) return;
    isCompressing = true;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    brotliCompress(gunzipSync(this.#gzip.body), { params }, (error, body) => {
      isCompressing = false;
      if (error) return;
      this.#brotli = this.#encoded('br', body);
      this.grown();
    });
  }

  #unpack(): Prepared {
    const plain = { headers: this.#headers, body: gunzipSync(this.#gzip!.body) };
    if (this.#unpacked) {
      this.#plain = plain;
      this.grown();
    }
    this.#unpacked = true;
    return plain;
  }

  #encoded(name: string, body: Buffer): Prepared {
    return { headers: { ...this.#headers, 'content-encoding': name }, body };
  }
}

/** Sends a complete page, or says that the caller's copy is current. */
export function sendCached(request: FastifyRequest, reply: FastifyReply, page: CachedPage): FastifyReply {
  const { headers, body } = page.pick(request.headers['accept-encoding']);
  reply.headers(headers);
  if (!request.headers['if-none-match']?.includes(page.etag)) return reply.send(body);
  return reply.removeHeader('content-encoding').removeHeader('content-type').code(304).send();
}

/** A rendering in progress, and the owners whose data has changed since it began: it may have read the old data. */
type Rendering = { changed: Set<string>; isOutdated: boolean };

type Parts = {
  maxBytes: number;
  /** Serves the pages ahead of the router. */
  prepared: PreparedResponses;
  /** Whether changes are being reported. If they are not, nothing is kept or served. */
  isFollowing: () => boolean;
  /** The parameter of a query that selects a part. All others make no difference. */
  part: string;
};

export class PageCache {
  readonly #parts: Parts;
  /** By path, least recently used first. */
  readonly #pages = new Map<string, CachedPage>();
  readonly #pathsOf = new Map<string, Set<string>>();
  readonly #renderings = new Set<Rendering>();
  readonly #shared = new Map<string, Promise<unknown>>();
  #bytes = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Total bytes of the pages. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * The page at a path, or what `render` returns instead of a page, which is not kept. Concurrent calls share one
   * rendering.
   */
  async load<Other>(path: string, render: () => Promise<CachedPage | Other>): Promise<CachedPage | Other> {
    const known = this.#find(path);
    if (known) return known;
    const shared = this.#shared.get(path) as Promise<CachedPage | Other> | undefined;
    if (shared) return shared;
    const loading = this.#render(path, render).finally(() => {
      if (this.#shared.get(path) === loading) this.#shared.delete(path);
    });
    this.#shared.set(path, loading);
    return loading;
  }

  /** Drops the pages of an owner. */
  drop(owner: string): void {
    for (const path of this.#pathsOf.get(owner) ?? []) this.#remove(path);
    for (const rendering of this.#renderings) rendering.changed.add(owner);
    // Requests that arrive from now on must not get what was read before.
    this.#shared.clear();
  }

  /** Drops everything, after changes may have been missed. */
  clear(): void {
    for (const path of [...this.#pages.keys()]) this.#remove(path);
    for (const rendering of this.#renderings) rendering.isOutdated = true;
    this.#shared.clear();
  }

  #find(path: string): CachedPage | undefined {
    const page = this.#pages.get(path);
    if (!page || !this.#parts.isFollowing()) return undefined;
    counts.pageCacheHits += 1;
    this.#pages.delete(path);
    this.#pages.set(path, page);
    // Only for pages that are requested again.
    page.compressMore();
    return page;
  }

  async #render<Other>(path: string, render: () => Promise<CachedPage | Other>): Promise<CachedPage | Other> {
    const rendering: Rendering = { changed: new Set(), isOutdated: !this.#parts.isFollowing() };
    this.#renderings.add(rendering);
    counts.pageCacheMisses += 1;
    try {
      const made = await render();
      if (made instanceof CachedPage && !rendering.isOutdated && !rendering.changed.has(made.owner))
        this.#add(path, made);
      return made;
    } finally {
      this.#renderings.delete(rendering);
    }
  }

  #add(path: string, page: CachedPage): void {
    this.#remove(path);
    this.#pages.set(path, page);
    page.grown = () => this.#count(path, page);
    this.#bytes += page.bytes;
    const paths = this.#pathsOf.get(page.owner) ?? new Set();
    this.#pathsOf.set(page.owner, paths.add(path));
    this.#parts.prepared.add(
      path,
      (headerOf) => this.#find(path)?.pick(headerOf('accept-encoding')),
      (query) => !this.#selectsPart(query),
    );
    this.#makeRoom();
  }

  #selectsPart(query: string): boolean {
    const { part } = this.#parts;
    // Parsing costs as much as the response. An encoded name has a percent sign.
    return (query.includes(part) || query.includes('%')) && new URLSearchParams(query).has(part);
  }

  #remove(path: string): void {
    const page = this.#pages.get(path);
    if (!page) return;
    this.#pages.delete(path);
    this.#bytes -= page.bytes;
    const paths = this.#pathsOf.get(page.owner)!;
    paths.delete(path);
    if (paths.size === 0) this.#pathsOf.delete(page.owner);
    this.#parts.prepared.remove(path);
  }

  /** Counts the bytes of a page that has grown. */
  #count(path: string, grown: CachedPage): void {
    if (this.#pages.get(path) !== grown) return;
    this.#bytes = [...this.#pages.values()].reduce((sum, page) => sum + page.bytes, 0);
    this.#makeRoom();
  }

  #makeRoom(): void {
    for (const path of this.#pages.keys()) {
      if (this.#bytes <= this.#parts.maxBytes) return;
      this.#remove(path);
    }
  }
}
