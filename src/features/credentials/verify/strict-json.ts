// JSON that every program reads in the same way. What could be read in two ways is refused with a sentence: a signature would
// then say nothing about what the reader sees.
import { UnreadableFile } from '#platform/files/bytes.ts';
import { verifyTexts as texts } from '../verify-texts.ts';

export type Json = string | number | boolean | null | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

/** More than any credential has: they bound the work of what is done with it. */
const mostDepth = 40;
const mostValues = 50_000;

/** Throws an `UnreadableFile` whose message is for the reader. */
export function parseStrict(text: string): Json {
  const reader = new Reader(text);
  const value = reader.value(0);
  reader.skip();
  if (reader.at < text.length) throw new UnreadableFile(texts.brokenJson);
  return value;
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const space = /[ \t\n\r]*/y;
const literal = /true|false|null/y;
const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

class Reader {
  readonly text: string;
  at = 0;
  #values = 0;

  constructor(text: string) {
    this.text = text;
  }

  value(depth: number): Json {
    this.skip();
    if (depth > mostDepth || ++this.#values > mostValues) throw new UnreadableFile(texts.deep);
    switch (this.text[this.at]) {
      case '{':
        return this.#object(depth);
      case '[':
        return this.#list(depth);
      case '"':
        return this.#string();
      default:
        return this.#plain();
    }
  }

  skip(): void {
    this.#match(space);
  }

  #object(depth: number): JsonObject {
    const members: JsonObject = {};
    this.#each('}', () => {
      this.skip();
      const name = this.#string();
      // Programs give such names to more than a member.
      if (name in members && !Object.hasOwn(members, name)) throw new UnreadableFile(texts.strangeName);
      if (Object.hasOwn(members, name)) throw new UnreadableFile(texts.twice);
      this.skip();
      if (this.text[this.at++] !== ':') throw new UnreadableFile(texts.brokenJson);
      members[name] = this.value(depth + 1);
    });
    return members;
  }

  #list(depth: number): Json[] {
    const items: Json[] = [];
    this.#each(']', () => items.push(this.value(depth + 1)));
    return items;
  }

  /** Reads items and the commas between them, from the opening bracket to the closing one. */
  #each(end: string, read: () => void): void {
    this.at++;
    this.skip();
    if (this.text[this.at] === end) {
      this.at++;
      return;
    }
    for (;;) {
      read();
      this.skip();
      const next = this.text[this.at++];
      if (next === end) return;
      if (next !== ',') throw new UnreadableFile(texts.brokenJson);
    }
  }

  #string(): string {
    if (this.text[this.at] !== '"') throw new UnreadableFile(texts.brokenJson);
    const from = this.at;
    for (this.at++; this.text[this.at] !== '"'; this.at++) {
      if (this.at >= this.text.length) throw new UnreadableFile(texts.brokenJson);
      if (this.text[this.at] === '\\') this.at++;
    }
    const value = parsed(this.text.slice(from, ++this.at)) as string;
    if (!value.isWellFormed()) throw new UnreadableFile(texts.halfCharacter);
    return value;
  }

  #plain(): Json {
    const word = this.#match(literal);
    if (word) return parsed(word);
    const digits = this.#match(number);
    if (!digits) throw new UnreadableFile(texts.brokenJson);
    const value = parsed(digits) as number;
    // The canonical form has another number, or the same number in another form.
    if (String(value) !== digits) throw new UnreadableFile(texts.changedNumber);
    return value;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }
}

function parsed(token: string): Json {
  try {
    return JSON.parse(token) as Json;
  } catch (error) {
    throw new UnreadableFile(texts.brokenJson, { cause: error });
  }
}
