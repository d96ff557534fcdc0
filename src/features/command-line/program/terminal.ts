// What reaches the terminal. Texts of the log may come from anywhere: control characters in them could rewrite the screen,
// run commands in some terminals, or hide what is there.

const sequences =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]P^_X][^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)|[ -/]*[0-~])/g;
/** C0, DEL and C1 but tab and newline, and characters that reorder others or that no one sees. */
const controls =
  /[\0-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** The text without anything that a terminal would obey. Only newlines and tabs remain. */
export function harmless(text: string): string {
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(sequences, '')
    .replace(controls, '');
}

/** The same in one line. */
export function oneLine(text: string): string {
  return harmless(text).replace(/\s+/g, ' ').trim();
}

/** JSON in which nothing needs to be removed, because it is escaped. */
export function harmlessJson(value: unknown): string {
  const escaped = (character: string) =>
    Array.from(
      { length: character.length },
      (_, at) => String.raw`\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join('');
  return JSON.stringify(value, null, 2).replace(controls, (found) =>
    found === '\n' ? found : escaped(found),
  );
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const wide =
  /^(?:[\u1100-\u115f\u231a\u231b\u2329\u232a\u23e9-\u23ec\u23f0\u23f3\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|[\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation})/u;
const withoutWidth = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

/** Columns that a text takes in a terminal. */
export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    if (withoutWidth.test(segment)) continue;
    width += wide.test(segment) || segment.includes('\ufe0f') ? 2 : 1;
  }
  return width;
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** Breaks text into lines of at most so many columns, between words where there are any. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(2, width)));
}

function wrapLine(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const part of text.replaceAll('\t', '    ').split(/(?<= )/)) {
    if (widthOf(line) + widthOf(part.trimEnd()) > width && line !== '') {
      lines.push(line.trimEnd());
      line = '';
    }
    if (widthOf(part.trimEnd()) <= width) {
      line += part;
      continue;
    }
    for (const { segment } of graphemes.segment(part)) {
      if (widthOf(line) + widthOf(segment) > width) {
        lines.push(line);
        line = '';
      }
      line += segment;
    }
  }
  return [...lines, line.trimEnd()];
}

const styles = { bold: '1', dim: '2', red: '31', green: '32', yellow: '33', cyan: '36' } as const;

/** Where the output of a command goes. */
export class Output {
  /** Whether a person reads it, rather than another program. */
  readonly isTerminal = process.stdout.isTTY;
  readonly columns = Math.min(Math.max(process.stdout.columns ?? 80, 20), 100);
  // Every value of NO_COLOR counts, except the empty one (https://no-color.org).
  readonly #hasColors = this.isTerminal && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';

  /** Applies a style, on a terminal. */
  style(style: keyof typeof styles, text: string): string {
    return this.#hasColors ? `\u001b[${styles[style]}m${text}\u001b[0m` : text;
  }

  line(text = ''): void {
    process.stdout.write(`${text}\n`);
  }

  json(value: unknown): void {
    this.line(harmlessJson(value));
  }

  /** Tells the user something that is not the result, so that it does not end up in a file with it. */
  note(text: string): void {
    process.stderr.write(`${text}\n`);
  }

  /** Replaces the line that says how far the work is, if a person watches. An empty text removes it. */
  progress(text: string): void {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${oneLine(text)}`);
  }
}
