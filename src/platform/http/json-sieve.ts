// Removes the text of one field from JSON while it arrives, so that it is neither kept nor parsed.

const [quote, backslash, colon] = Buffer.from('"\\:');
const [openList, closeList, openObject, closeObject] = Buffer.from('[]{}');

/**
 * For one body. The field belongs to the outermost object, and its value is a string, which is replaced by an empty
 * one.
 */
export class JsonSieve {
  readonly #field: Buffer;
  #depth = 0;
  #inText = false;
  #isEscaped = false;
  /** How many bytes of the current or last text match the field's name. -1: it is a different text. */
  #matched = -1;
  /** The colon after the field's name was the last token. */
  #isFieldNext = false;
  #isDropping = false;

  constructor(field: string) {
    this.#field = Buffer.from(field);
  }

  /** Returns the bytes of the chunk that are kept. Linear, and one pass. */
  take(chunk: Buffer): Buffer {
    const kept: Buffer[] = [];
    let from = this.#isDropping ? chunk.length : 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (!this.#inText) {
        if (byte !== quote) this.#readOutside(byte);
        else if (this.#openText()) {
          kept.push(chunk.subarray(from, at + 1));
          from = chunk.length;
        }
      } else if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === backslash) {
        this.#isEscaped = true;
        this.#matched = -1;
      } else if (byte === quote) {
        if (this.#closeText()) from = at;
      } else this.#match(byte);
    }
    kept.push(chunk.subarray(from));
    return kept.length === 1 ? kept[0]! : Buffer.concat(kept);
  }

  /** Returns whether the text is to be dropped. */
  #openText(): boolean {
    this.#inText = true;
    this.#matched = this.#depth === 1 ? 0 : -1;
    this.#isDropping = this.#isFieldNext;
    this.#isFieldNext = false;
    return this.#isDropping;
  }

  /** Returns whether the text was dropped. */
  #closeText(): boolean {
    const wasDropped = this.#isDropping;
    this.#inText = this.#isDropping = false;
    if (wasDropped || this.#matched !== this.#field.length) this.#matched = -1;
    return wasDropped;
  }

  #match(byte: number | undefined): void {
    if (this.#matched >= 0) this.#matched = byte === this.#field[this.#matched] ? this.#matched + 1 : -1;
  }

  #readOutside(byte: number | undefined): void {
    if (isBlank(byte)) return;
    if (byte === openList || byte === openObject) this.#depth++;
    else if (byte === closeList || byte === closeObject) this.#depth--;
    this.#isFieldNext = byte === colon && this.#matched === this.#field.length;
    this.#matched = -1;
  }
}

const isBlank = (byte: number | undefined) => byte === 32 || byte === 9 || byte === 10 || byte === 13;
