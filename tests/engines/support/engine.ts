// What a flow needs from a browser engine. Each engine implements it over its own automation protocol.
import type { PageQuery } from './find.ts';

export type Engine = {
  /** A browser with empty storage. */
  openProfile(): Promise<Profile>;
  close(): Promise<void>;
};

/** Windows that share cookies and storage. */
export type Profile = {
  openWindow(): Promise<BrowserWindow>;
  close(): Promise<void>;
};

export type BrowserWindow = {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** The value of a JavaScript expression in the page. Promises are awaited. */
  evaluate(expression: string): Promise<unknown>;
  /** The number of visible elements that match. */
  count(query: PageQuery): Promise<number>;
  /** `click`, `fill` and `upload` return false when no element is ready for the action. The caller retries. */
  click(query: PageQuery): Promise<boolean>;
  /** Types text into a field, in place of its current text. */
  fill(query: PageQuery, text: string): Promise<boolean>;
  upload(query: PageQuery, paths: readonly string[]): Promise<boolean>;
  pressEscape(): Promise<void>;
  /** A PNG image. */
  screenshot(): Promise<Uint8Array>;
};
