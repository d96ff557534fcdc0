// The HTML document of every page: the built index.html, filled with the instance's settings, the session and the
// rendered page.
import { createHash } from 'node:crypto';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { styleSource as reportStyle } from '#features/reports/server/documents/looks.ts';
import { dark, light } from '#platform/colors/colors.ts';
import type { Config } from '#platform/config/config.ts';
import { escapeHtml } from '#platform/text/escape-html.ts';
import { pagePolicy } from '#platform/http/security-headers.ts';
import type { HeldText } from '#platform/mail/email-state.ts';
import type { Reader } from '#platform/reader/reader.ts';
import { language } from '#platform/text/language.ts';
import { firstPageId, type FirstPage } from '../first-page.ts';
import type { PageSession } from '../page-session.ts';
import { heldTexts, incompleteTexts } from './texts.ts';

export type DocumentContent = {
  session: PageSession;
  /** The page has to renew the session before it calls anything. */
  isRenewalDue?: boolean;
  /** The page as HTML. Empty when only the browser renders it. */
  page: string;
  firstPage?: FirstPage | null;
  /** The position of a user's document among the live events (`livePosition`). */
  position?: string;
  /** For whom the page was rendered. Not set for pages that are the same for everyone. */
  reader?: Reader | null;
  /** Link elements for the scripts that the page needs. */
  links: string;
};

/** The settings that are sent to pages. */
export function instanceOf({ instanceName, offlineApp, mode, smtpUrl, singleSignOn, passwords }: Config) {
  return {
    instanceName,
    offlineApp,
    ways: singleSignOn && { provider: singleSignOn.name, redirects: singleSignOn.autoRedirect, passwords },
    heldText: mode === 'try' || smtpUrl !== undefined ? undefined : heldText,
  };
}

const heldText: HeldText = {
  title: heldTexts.title,
  description: heldTexts.why,
  detail: heldTexts.why,
};

const slots = /<\/head>|<!--logbook-page-->|<!--logbook-first-page-->/g;

export class PageDocument {
  readonly policy: string;
  /** The part that is the same in every document, compressed once. */
  readonly #start: Buffer;
  readonly #compressedStart: Buffer;
  readonly #startChecksum: number;
  readonly #rest: string;

  constructor(file: string, config: Config) {
    const settings = instanceOf(config);
    const filled = file
      .replace('__LANGUAGE__', language.tag)
      .replace('__DIRECTION__', language.direction)
      .replaceAll('__LOGBOOK_CONFIG__', escapeHtml(JSON.stringify(settings)))
      .replaceAll('__INSTANCE_NAME__', escapeHtml(config.instanceName))
      .replace('__INCOMPLETE_TITLE__', escapeHtml(incompleteTexts.title))
      .replace('__INCOMPLETE_TEXT__', escapeHtml(incompleteTexts.text))
      .replace('__INCOMPLETE_RELOAD__', escapeHtml(incompleteTexts.reload))
      .replaceAll('__LIGHT_PAPER__', light.paper)
      .replaceAll('__DARK_PAPER__', dark.paper);
    const split = filled.search(slots);
    const start = Buffer.from(filled.slice(0, split));
    this.policy = pagePolicy({
      scripts: hashes(file, 'script'),
      styles: [...hashes(file, 'style'), reportStyle],
    });
    this.#start = start;
    this.#compressedStart = deflateRawSync(start, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
    this.#startChecksum = crc32(start);
    this.#rest = filled.slice(split);
  }

  /** The whole document. */
  plain(content: DocumentContent): Buffer {
    return Buffer.concat([this.#start, this.#restOf(content)]);
  }

  /**
   * The whole document as gzip. Only the variable part is compressed: the start, which includes the style sheet, is kept
   * as a compressed piece of a deflate stream.
   */
  gzip(content: DocumentContent): Buffer {
    const rest = this.#restOf(content);
    const end = Buffer.alloc(8);
    end.writeUInt32LE(crc32(rest, this.#startChecksum), 0);
    end.writeUInt32LE(this.#start.length + rest.length, 4);
    // Level 3 takes 40 % longer and saves 2 % of the bytes.
    return Buffer.concat([gzipHeader, this.#compressedStart, deflateRawSync(rest, { level: 1 }), end]);
  }

  #restOf({ session, isRenewalDue, page, firstPage, position, reader, links }: DocumentContent): Buffer {
    const filled: Record<string, string> = {
      '<!--logbook-page-->': page,
      '<!--logbook-first-page-->': firstPage ? jsonElement(firstPageId, firstPage) : '',
      '</head>': [
        metaElement('session', session),
        isRenewalDue ? metaElement('renewal-due', true) : '',
        metaElement('reader', reader ?? null),
        metaElement('position', position ?? null),
        `${links}</head>`,
      ].join(''),
    };
    return Buffer.from(this.#rest.replace(slots, (slot) => filled[slot]!));
  }
}

const metaElement = (name: string, data: unknown) =>
  `<meta name="logbook-${name}" content="${escapeHtml(JSON.stringify(data))}">`;

// Deflate, no flags, no time, unknown system.
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/**
 * Data for the page's scripts. An element of this type is not executed. Each `<` in the JSON is escaped, so nothing in
 * it can close the element or open a comment.
 */
function jsonElement(id: string, data: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
}

/** Content security policy hashes of all inline elements with this name. */
export function hashes(file: string, name: 'script' | 'style'): string[] {
  const inline = [...file.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))];
  return inline.map(([, text]) => `'sha256-${createHash('sha256').update(text!).digest('base64')}'`);
}
