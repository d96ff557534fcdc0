// The text of an HTML message, for the rules that find what its writer wrote. It reads tags one after the other, so whatever
// the message contains costs time in proportion to its length, and nothing of it is interpreted or loaded.
import { marks } from '../../reply-rules.ts';

const entities: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', shy: '', zwnj: '', zwj: '\u200d' },
  ...{ auml: 'ä', ouml: 'ö', uuml: 'ü', Auml: 'Ä', Ouml: 'Ö', Uuml: 'Ü', szlig: 'ß', euro: '€' },
  ...{
    agrave: 'à',
    acirc: 'â',
    ccedil: 'ç',
    egrave: 'è',
    eacute: 'é',
    ecirc: 'ê',
    euml: 'ë',
    icirc: 'î',
    iuml: 'ï',
  },
  ...{ ocirc: 'ô', ugrave: 'ù', ucirc: 'û', Agrave: 'À', Ccedil: 'Ç', Egrave: 'È', Eacute: 'É', oelig: 'œ' },
  ...{
    aacute: 'á',
    iacute: 'í',
    oacute: 'ó',
    uacute: 'ú',
    ntilde: 'ñ',
    Ntilde: 'Ñ',
    iquest: '¿',
    iexcl: '¡',
  },
  ...{
    hellip: '…',
    ndash: '–',
    mdash: '—',
    lsquo: '‘',
    rsquo: '’',
    sbquo: '‚',
    ldquo: '“',
    rdquo: '”',
    bdquo: '„',
  },
  ...{
    laquo: '«',
    raquo: '»',
    bull: '•',
    middot: '·',
    copy: '©',
    reg: '®',
    trade: '™',
    deg: '°',
    times: '×',
  },
};

function decodeEntities(text: string): string {
  return text.replaceAll(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8}\d?);?/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? whole;
    const code = name[1]!.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0x1f && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      ? String.fromCodePoint(code)
      : ' ';
  });
}

/** Elements that begin and end a line. */
const blocks = new Set(
  'address article aside blockquote body center dd details div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
);
/** Elements with a blank line around them. */
const spaced = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'ul', 'ol']);
/** Elements whose content is not text. */
const skipped = new Set([
  'style',
  'script',
  'title',
  'template',
  'textarea',
  'svg',
  'select',
  'object',
  'iframe',
]);
const empty = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'wbr',
]);

// How programs name the quote and the signature.
const quoteNames =
  /(?:^|\s)(?:gmail_quote|gmail_quote_container|gmail_extra|moz-cite-prefix|yahoo_quoted|protonmail_quote|appendonsend|divRplyFwdMsg|mail-editor-reference-message-container)(?:\s|$)/i;
const signatureNames =
  /(?:^|\s)(?:gmail_signature|gmail_signature_prefix|moz-signature|protonmail_signature_block|Signature|ms-outlook-mobile-signature|AppleMailSignature)(?:\s|$)/i;

/** Longer than any tag that matters. */
const longestTag = 4000;
const longestLink = 500;
/** Elements in elements. Deeper ones have no effect. */
const deepest = 200;

/** Other brackets are text. */
const tagStart = /<[a-z!?/]/gi;
const tagName = /^<(\/?)([a-z][a-z0-9]*)/i;

/** `shows`: the content ids of pictures, each with the number of lines before it. */
export type HtmlText = { lines: string[]; shows: { contentId: string; line: number }[] };

export function textOfHtml(html: string): HtmlText {
  const writer = new Writer();
  const lower = html.toLowerCase();
  for (let at = 0; at < html.length;) {
    tagStart.lastIndex = at;
    const open = tagStart.exec(html)?.index ?? html.length;
    writer.text(html.slice(at, open));
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open);
      at = end === -1 ? html.length : end + 3;
      continue;
    }
    at = tagEnd(html, open) + 1;
    const [, slash, name] = tagName.exec(html.slice(open, open + 40)) ?? [];
    if (name === undefined) continue;
    const tag = name.toLowerCase();
    if (slash === '' && skipped.has(tag)) {
      const closing = lower.indexOf(`</${tag}`, at);
      at = closing === -1 ? html.length : tagEnd(html, closing) + 1;
    } else if (slash === '') writer.open(tag, html.slice(open, Math.min(at - 1, open + longestTag)));
    else writer.close(tag);
  }
  return writer.finish();
}

/** The position of the `>` that ends the tag. Quoted values may contain one. */
function tagEnd(html: string, open: number): number {
  let quote = '';
  const most = Math.min(html.length, open + longestTag);
  for (let at = open + 1; at < most; at++) {
    const char = html[at]!;
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === '>') return at;
    else if ((char === '"' || char === "'") && html[at - 1] === '=') quote = char;
  }
  const next = html.indexOf('>', open);
  return next === -1 ? html.length : next;
}

function attribute(tag: string, name: string): string {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag);
  return decodeEntities(found?.[1] ?? found?.[2] ?? found?.[3] ?? '');
}

const hiding = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

type Opened = {
  tag: string;
  isQuote: boolean;
  isSignature: boolean;
  isParagraph: boolean;
  /** What no program shows, such as the preview text of a newsletter, and what a stranger hides in one. */
  isHidden: boolean;
};

class Writer {
  readonly #lines: string[] = [];
  readonly #shows: HtmlText['shows'] = [];
  readonly #opened: Opened[] = [];
  #line = '';
  /** Whether the line ends with a space. Asking the line itself would copy it each time. */
  #isSpaced = false;
  #quotes = 0;
  #pre = 0;
  #signatures = 0;
  #hidden = 0;
  #link: { href: string; from: number } | undefined;

  text(raw: string): void {
    if (raw === '' || this.#hidden > 0) return;
    // The marks are control characters.
    const decoded = decodeEntities(raw).replaceAll(
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b\ufeff]/g,
      '',
    );
    if (this.#pre > 0) {
      const [head = '', ...more] = decoded.split('\n');
      this.#line += head;
      for (const line of more) {
        this.#push();
        this.#line = line;
      }
      return;
    }
    const text = decoded.replaceAll(/[ \t\r\n]+/g, ' ');
    const added = this.#line === '' || this.#isSpaced ? text.replace(/^ +/, '') : text;
    if (added === '') return;
    this.#line += added;
    this.#isSpaced = added.endsWith(' ');
  }

  open(tag: string, source: string): void {
    if (tag === 'br') return this.#push();
    if (tag === 'img') return this.#picture(source);
    if (tag === 'td' || tag === 'th') return this.text(' ');
    if (tag === 'a') this.#link = { href: attribute(source, 'href').trim(), from: this.#line.length };
    const named = `${attribute(source, 'class')} ${attribute(source, 'id')} ${attribute(source, 'data-smartmail')}`;
    const isQuote = tag === 'blockquote';
    const isSignature = signatureNames.test(named) && this.#signatures === 0;
    const isParagraph = spaced.has(tag) && !/\bMsoNormal\b/i.test(named);
    if (blocks.has(tag)) this.#break(isParagraph);
    if (quoteNames.test(named) || (isQuote && attribute(source, 'type') === 'cite')) this.#mark(marks.quote);
    if (isSignature) this.#mark(marks.signature);
    if (tag === 'li') {
      this.#line = '- ';
      this.#isSpaced = true;
    }
    if (empty.has(tag) || source.endsWith('/') || this.#opened.length >= deepest) return;
    const isHidden = hiding.test(attribute(source, 'style'));
    const opened = { tag, isQuote, isSignature, isParagraph, isHidden };
    this.#opened.push(opened);
    this.#count(opened, 1);
  }

  close(tag: string): void {
    if (tag === 'a') this.#endLink();
    const at = this.#opened.findLastIndex((opened) => opened.tag === tag);
    if (at === -1) return;
    for (const opened of this.#opened.splice(at).toReversed()) {
      if (blocks.has(opened.tag)) this.#break(opened.isParagraph);
      this.#count(opened, -1);
      if (opened.isSignature) this.#mark(marks.end);
    }
  }

  finish(): HtmlText {
    this.#break(false);
    return { lines: this.#lines, shows: this.#shows };
  }

  #count({ tag, isQuote, isSignature, isHidden }: Opened, by: 1 | -1): void {
    if (isQuote) this.#quotes += by;
    if (isSignature) this.#signatures += by;
    if (isHidden) this.#hidden += by;
    if (tag === 'pre') this.#pre += by;
  }

  #push(): void {
    this.#lines.push((this.#quotes > 0 ? '> ' : '') + this.#line.trimEnd());
    this.#line = '';
    if (this.#link) this.#link.from = 0;
  }

  #break(isParagraph: boolean): void {
    // Outlook's blank lines are paragraphs with a space that does not break.
    if (this.#line.trim() !== '' || this.#line.includes('\u00a0')) this.#push();
    this.#line = '';
    const last = this.#lines.at(-1);
    const isSpaced = last === undefined || last === '' || last === '> ' || last === '>';
    if (isParagraph && !isSpaced) this.#push();
  }

  #mark(mark: string): void {
    this.#break(false);
    this.#lines.push(mark);
  }

  #endLink(): void {
    const link = this.#link;
    this.#link = undefined;
    if (!link || !/^https?:\/\//i.test(link.href) || link.href.length > longestLink) return;
    const shown = this.#line.slice(link.from).trim();
    const bare = (url: string) => url.replace(/^https?:\/\//i, '').replace(/\/$/, '');
    if (shown !== '' && !bare(link.href).startsWith(bare(shown))) this.#line += ` (${link.href})`;
  }

  /** Some programs send emoji as pictures. */
  #picture(source: string): void {
    const [, contentId] = /^cid:(.+)$/i.exec(attribute(source, 'src')) ?? [];
    if (contentId !== undefined) this.#shows.push({ contentId, line: this.#lines.length });
    const alt = attribute(source, 'alt');
    if (alt.length <= 16 && /^\p{Extended_Pictographic}/u.test(alt)) this.text(alt);
  }
}
