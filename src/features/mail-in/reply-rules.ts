// What the writer of an email wrote, without what their program added: quotes of earlier messages and signatures. The rules
// read plain text; `html-text.ts` makes it from HTML, with the marks below where programs name these parts.

/** Lines of their own, which no text contains: control characters are removed from texts before. */
export const marks = { quote: '\u0001quote', signature: '\u0001signature', end: '\u0001end' } as const;
const allMarks: readonly string[] = Object.values(marks);

/** The line of the weekly email above which its reader writes. Programs that reply may change the dashes and the spaces. */
const marker = /[-–—]{2,}\s*Write above this line\s*[-–—]{2,}/i;

/** Longer lines are text, and not worth searching. */
const longestLine = 500;
const isMarker = (line: string) => line.length <= longestLine && marker.test(line);
const isQuoted = (line: string) => line.startsWith('>');
const isBlankLine = (line: string) => line.trim() === '';

// How programs introduce a quote: English, German, French, Spanish, Japanese, and a few more whose form is the same.
const introductions = [
  /^On\s.{4,250}\bwrote\s?:$/i,
  /^Am\s.{4,250}\bschrieb\b.{0,150}:$/i,
  /^Le\s.{4,250}\ba\s(?:é|e\u0301)crit\s?:$/i,
  /^El\s.{4,250}\bescribi(?:ó|o\u0301)\s?:$/i,
  /^\d{4}\s?[年/.-]\s?\d{1,2}\s?[月/.-]\s?\d{1,2}.{0,250}(?:<[^>]*>|のメール|書きました|wrote)\s?[:：]$/i,
  /^(?:Il|Em|Op|Den)\s.{4,250}\b(?:ha scritto|escreveu|schreef|skrev)\b.{0,150}:$/i,
];
const introductionStart = /^(?:On|Am|Le|El|Il|Em|Op|Den)\s|^\d{4}\s?[年/.-]/;
const introductionLines = 4;

// The header that Outlook repeats above a quote.
const headerFrom = /^\*?(?:From|Von|De|差出人|Da|Van)\s?\*?\s?[:：]/i;
const headerDate =
  /^\*?(?:Sent|Date|Gesendet|Datum|Envoyé|Enviado(?: el)?|Fecha|送信日時|日付|Inviato|Verzonden)\s?\*?\s?[:：]/i;
const headerRest =
  /^\*?(?:To|Subject|An|Betreff|À|Objet|Para|Asunto|宛先|件名|Cc|A|Oggetto|Aan|Onderwerp)\s?\*?\s?[:：]/i;
const separator =
  /^(?:_{10,}|-{2,}\s*(?:Original Message|Ursprüngliche Nachricht|Message d.origine|Mensaje original|元のメッセージ|Forwarded message|Weitergeleitete Nachricht)\s*-{2,})$/i;

const sentFrom =
  /^(?:Sent (?:from|with|via) |Get Outlook for |Von meinem .{1,40} gesendet|Gesendet (?:von|mit) |Outlook für .{1,20} (?:beziehen|herunterladen|laden)|Laden Sie Outlook für |Envoyé (?:de|depuis|à partir de) |T(?:é|e\u0301)l(?:é|e\u0301)charge[rz] Outlook |Obtenez Outlook |Enviado (?:desde|do|con) |Obtener Outlook |Descargar Outlook |.{1,40}から送信|Outlook for .{1,20}を入手|Inviato da |Verstuurd vanaf )/i;
const longestSentFrom = 120;
/** Lines at the end in which two dashes without a space begin a signature. */
const signatureLines = 12;

/**
 * The writer's own text. Of a reply, that is what is above the quote; if nothing is, the text below it or between its parts.
 * Of any other message, it is all but the signature.
 */
export function ownText(text: string, { isReply }: { isReply: boolean }): string {
  const lines = text
    .replaceAll('\u00a0', ' ')
    .split('\n')
    .map((line) => line.trimEnd());
  const own = isReply ? withoutQuote(lines) : lines;
  return trimmed(withoutSignature(own).filter((line) => !allMarks.includes(line)));
}

/** Which lines are of the writer's own text: whether a picture in them is part of the message. */
export function ownLines(lines: readonly string[], { isReply }: { isReply: boolean }): boolean[] {
  const start = isReply ? quoteStart(lines) : undefined;
  const isAbove = start === undefined || trimmed(withoutSignature(lines.slice(0, start))) !== '';
  let inSignature = false;
  return lines.map((line, at) => {
    if (line === marks.signature) inSignature = true;
    if (line === marks.end) inSignature = false;
    const isOwn = start === undefined || (isAbove ? at < start : at > start && !isQuoted(line));
    return isOwn && !inSignature;
  });
}

function withoutQuote(lines: readonly string[]): readonly string[] {
  const start = quoteStart(lines);
  if (start === undefined) return lines;
  const above = lines.slice(0, start);
  if (trimmed(withoutSignature(above)) !== '') return above;
  // The reply is below the quote, or between its parts. What is not marked as quoted up to its first line introduces it.
  const below = lines.slice(start);
  const first = below.findIndex(isQuoted);
  return first === -1 ? above : below.slice(first).filter((line) => !isQuoted(line));
}

/** The line where the quote begins, with its introduction. */
function quoteStart(lines: readonly string[]): number | undefined {
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!.trim();
    if (line === marks.quote || isQuoted(line) || isMarker(line)) return at;
    if (isIntroduction(lines, at) || isHeader(lines, at)) return at;
    if (separator.test(line)) {
      const next = lines.slice(at + 1, at + 4).findIndex((after) => !isBlankLine(after));
      if (next !== -1 && isHeader(lines, at + 1 + next)) return at;
    }
  }
  return undefined;
}

/** An introduction may be broken into several lines. */
function isIntroduction(lines: readonly string[], at: number): boolean {
  if (!introductionStart.test(lines[at]!.trim())) return false;
  let joined = '';
  for (const line of lines.slice(at, at + introductionLines)) {
    joined = `${joined} ${line.trim()}`.trim();
    if (joined.length > longestLine) return false;
    if (introductions.some((introduction) => introduction.test(joined))) return true;
  }
  return false;
}

function isHeader(lines: readonly string[], at: number): boolean {
  if (!headerFrom.test(lines[at]!.trim())) return false;
  const next = lines.slice(at + 1, at + 7).map((line) => line.trim());
  return next.some((line) => headerDate.test(line)) && next.some((line) => headerRest.test(line));
}

function withoutSignature(lines: readonly string[]): readonly string[] {
  let inSignature = false;
  let own = lines.filter((line) => {
    if (line !== marks.signature && line !== marks.end) return !inSignature;
    inSignature = line === marks.signature;
    return false;
  });
  // `--` and a space, which this module and many programs remove.
  const dashes = own.findLastIndex((line) => line.trim() === '--');
  if (dashes !== -1 && own.length - dashes <= signatureLines) own = own.slice(0, dashes);
  const last = own.findLastIndex((line) => !isBlankLine(line) && !allMarks.includes(line));
  const said = own[last]?.trim() ?? '';
  return said.length <= longestSentFrom && sentFrom.test(said) ? own.slice(0, last) : own;
}

/** Without blank lines around it, and with at most one in a row. */
const trimmed = (lines: readonly string[]) =>
  lines
    .join('\n')
    .replaceAll(/\n(?:[ \t]*\n){2,}/g, '\n\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
