// What a command declares about itself. Parsing, help and completion all follow from it.
import { optionTexts } from '../help-texts.ts';
import type { Output } from './terminal.ts';

export type Option = {
  name: string;
  short?: string;
  /** What it takes, as the help names it. Without it, it takes nothing. */
  value?: string;
  /** Whether it may be repeated. */
  isMultiple?: true;
  help: string;
  /** What a shell completes after it. */
  completes?: 'files' | readonly string[];
};

export type Options = {
  has(name: string): boolean;
  value(name: string): string | undefined;
  values(name: string): string[];
};

export type Call = { words: string[]; options: Options; out: Output };

export type Command = {
  name: string;
  /** Its words, as the help shows them. */
  words?: string;
  summary: string;
  /** Further paragraphs of its help. */
  details?: readonly string[];
  examples?: readonly string[];
  options?: readonly Option[];
  /** What a shell completes as its first word. */
  completes?: readonly string[];
  /** Shows what is on the server, so entries that wait on this machine are sent first. */
  readsLog?: true;
  /** Without it, any words are a mistake. */
  takesWords?: true;
  run(call: Call): Promise<void>;
};

export const helpOption: Option = { name: 'help', short: 'h', help: optionTexts.help };
export const jsonOption: Option = { name: 'json', help: optionTexts.json };
