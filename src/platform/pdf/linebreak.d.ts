// The types of a package that has none.
declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string);
    /** Where the text may, or must, break next: in UTF-16 code units. Null at its end. */
    nextBreak(): { position: number; required: boolean } | null;
  }
}
