// The one HTML document that every page is sent in: the built index.html with the instance's settings, the reader, and what
// was drawn for them filled in.
import { createHash } from 'node:crypto';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { SignedIn } from '#features/accounts/contract.ts';
import type { Config } from '#platform/config/config.ts';
import { escapeHtml } from '#platform/http/html.ts';
import { pagePolicy } from '#platform/http/security-headers.ts';
import { firstPageId, type FirstPage } from '../first-page.ts';

/**
 * What a page knows of its reader: who it is, that there is no one (null), that it has to ask, or that the service worker
 * shows it without a connection.
 */
export type Who = SignedIn | null | 'unknown' | 'offline';

export type Filling = {
  who: Who;
  /** The page as HTML; empty where it is drawn in the browser alone. */
  page: string;
  firstPage?: FirstPage | null;
  /** Link elements of the scripts that the page needs. */
  links: string;
};

/** The settings that pages know. */
export function instanceOf({ instanceName, mode, offlineApp }: Config) {
  return { instanceName, mode, offlineApp };
}

const places = /<\/head>|<!--logbook-page-->|<!--logbook-first-page-->/g;

export class PageDocument {
  readonly policy: string;
  /** The same in every document; compressed once. */
  readonly #start: Buffer;
  readonly #packedStart: Buffer;
  readonly #startSum: number;
  readonly #rest: string;

  constructor(file: string, config: Config) {
    const settings = instanceOf(config);
    const filled = file
      .replaceAll('__LOGBOOK_CONFIG__', escapeHtml(JSON.stringify(settings)))
      .replaceAll('__INSTANCE_NAME__', escapeHtml(config.instanceName));
    const split = filled.search(places);
    const start = Buffer.from(filled.slice(0, split));
    this.policy = pagePolicy({ scripts: hashes(file, 'script'), styles: hashes(file, 'style') });
    this.#start = start;
    this.#packedStart = deflateRawSync(start, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
    this.#startSum = crc32(start);
    this.#rest = filled.slice(split);
  }

  /** The whole document. */
  plain(filling: Filling): Buffer {
    return Buffer.concat([this.#start, this.#restOf(filling)]);
  }

  /**
   * The whole document as gzip. Only what differs is compressed: the start, with the style sheet in it, lies ready as
   * a piece of a deflate stream.
   */
  gzip(filling: Filling): Buffer {
    const rest = this.#restOf(filling);
    const end = Buffer.alloc(8);
    end.writeUInt32LE(crc32(rest, this.#startSum), 0);
    end.writeUInt32LE(this.#start.length + rest.length, 4);
    return Buffer.concat([gzipHeader, this.#packedStart, deflateRawSync(rest, { level: 3 }), end]);
  }

  #restOf({ who, page, firstPage, links }: Filling): Buffer {
    const filled: Record<string, string> = {
      '<!--logbook-page-->': page,
      '<!--logbook-first-page-->': firstPage ? jsonElement(firstPageId, firstPage) : '',
      '</head>': `<meta name="logbook-session" content="${escapeHtml(JSON.stringify(who))}">${links}</head>`,
    };
    return Buffer.from(this.#rest.replace(places, (place) => filled[place]!));
  }
}

// Deflate, no flags, no time, unknown system.
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/**
 * Data for the page's scripts. A script element of this type is not run, and nothing in it ends it or opens a comment:
 * JSON has each `<` as an escape.
 */
function jsonElement(id: string, data: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
}

/** The policy's sources for exactly the inline elements of this name. */
function hashes(file: string, name: 'script' | 'style'): string[] {
  const inline = [...file.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))];
  return inline.map(([, text]) => `'sha256-${createHash('sha256').update(text!).digest('base64')}'`);
}
