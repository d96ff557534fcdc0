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
  /** The value of a JavaScript expression in the page; a promise is awaited. */
  evaluate(expression: string): Promise<unknown>;
  /** How many visible elements match. */
  count(query: PageQuery): Promise<number>;
  /** These three return false when no element is ready for the action; the caller tries again. */
  click(query: PageQuery): Promise<boolean>;
  /** Replaces the text of a field by typing. */
  fill(query: PageQuery, text: string): Promise<boolean>;
  upload(query: PageQuery, paths: readonly string[]): Promise<boolean>;
  pressEscape(): Promise<void>;
  /** A PNG picture. */
  screenshot(): Promise<Uint8Array>;
};
