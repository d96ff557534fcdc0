// The items of the lists of a JSON file, one at a time, so that a large file is never in memory as a whole: the elements
// of a list at the top, or of the lists that are values of an object at the top.
import { limits } from '../constants.ts';
import { Unreadable } from './unreadable.ts';

export type JsonItem = {
  /** The key of the list in the object at the top; empty if the list is the top. For a single value, its key. */
  list: string;
  /** From 1. */
  number: number;
  line: number;
  /** Undefined if it is no JSON. */
  value: unknown;
};

/** What the scanner is inside of. */
type Frame = { kind: '{' | '['; key: string; count: number };

/** Throws `Unreadable` if the text is no JSON, or ends in the middle. */
export async function* jsonItems(chunks: AsyncIterable<string>): AsyncGenerator<JsonItem, void, void> {
  const scanner = new Scanner();
  for await (const chunk of chunks) yield* scanner.read(chunk);
  scanner.end();
}

class Scanner {
  readonly #frames: Frame[] = [];
  #text = '';
  #depth = 0;
  #inString = false;
  #escaped = false;
  #started = false;
  #line = 1;
  #itemLine = 1;
  #key = '';
  #hasValue = false;

  *read(chunk: string): Generator<JsonItem, void, void> {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const unit = chunk[at]!;
      if (unit === '\n') this.#line += 1;
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (unit === '\\') this.#escaped = true;
        else if (unit === '"') this.#inString = false;
        continue;
      }
      if (unit === '"') {
        this.#begin();
        this.#inString = true;
        continue;
      }
      if (this.#depth > 0) {
        if (unit === '{' || unit === '[') this.#deeper();
        else if (unit === '}' || unit === ']') this.#depth -= 1;
        continue;
      }
      if (!/[[\]{},:]/.test(unit)) {
        if (!/\s/.test(unit)) this.#begin();
        continue;
      }
      this.#text += chunk.slice(from, at);
      from = at + 1;
      yield* this.#structure(unit);
    }
    this.#text += chunk.slice(from);
    if (this.#text.length > limits.line * 8) throw new Unreadable('line_too_long');
  }

  end(): void {
    if (this.#frames.length > 0 || this.#inString || this.#depth > 0) throw new Unreadable('ended_early');
    if (!this.#started) throw new Unreadable('not_this_format');
  }

  #begin(): void {
    if (this.#frames.length === 0) throw new Unreadable('not_this_format');
    if (!this.#hasValue) this.#itemLine = this.#line;
    this.#hasValue = true;
  }

  #deeper(): void {
    this.#depth += 1;
    if (this.#depth > limits.depth) throw new Unreadable('too_deep');
  }

  /** A bracket, comma or colon outside of items. */
  *#structure(unit: string): Generator<JsonItem, void, void> {
    const frame = this.#frames.at(-1);
    if (unit === '{' || unit === '[') {
      const isTop = frame === undefined || (this.#frames.length === 1 && frame.kind === '{' && unit === '[');
      if (!isTop) {
        this.#begin();
        this.#text += unit;
        this.#deeper();
        return;
      }
      if (frame === undefined && this.#started) throw new Unreadable('not_this_format');
      this.#started = true;
      this.#frames.push({ kind: unit, key: this.#key, count: 0 });
      this.#clear();
      return;
    }
    if (!frame) throw new Unreadable('not_this_format');
    if (unit === ':' && frame.kind === '{') {
      const key = parse(this.#text);
      this.#key = typeof key === 'string' ? key : '';
      this.#clear();
      return;
    }
    if (this.#hasValue) {
      frame.count += 1;
      const inList = frame.kind === '[';
      yield {
        list: inList ? frame.key : this.#key,
        number: inList ? frame.count : 1,
        line: this.#itemLine,
        value: parse(this.#text),
      };
    }
    this.#clear();
    if (unit === ']' || unit === '}') this.#frames.pop();
  }

  #clear(): void {
    this.#text = '';
    this.#hasValue = false;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text of an object. Empty if it is missing or something else. */
export const textIn = (item: Record<string, unknown>, key: string): string =>
  typeof item[key] === 'string' ? item[key] : '';

/** The texts of a list of an object. */
export const textsIn = (item: Record<string, unknown>, key: string): string[] =>
  Array.isArray(item[key]) ? item[key].filter((text): text is string => typeof text === 'string') : [];
