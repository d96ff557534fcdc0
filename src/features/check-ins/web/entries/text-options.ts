import { createContext } from 'react';
import type { Range } from './search-marks.ts';

/** How entry texts are rendered: where their tags link to, and which search matches to highlight. */
export type TextOptions = {
  tagHref?: (tag: string) => string;
  openTag?: (tag: string) => void;
  marksIn?: (text: string) => Range[];
};

export const TextOptionsContext = createContext<TextOptions>({});
