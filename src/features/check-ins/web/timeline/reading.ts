import { createContext } from 'react';
import type { Range } from '../search/search-marks.ts';

/** How the texts of entries are shown where they stand: what their tags lead to, and what in them was searched for. */
export type Reading = {
  tagHref?: (tag: string) => string;
  openTag?: (tag: string) => void;
  marksIn?: (text: string) => Range[];
};

export const ReadingContext = createContext<Reading>({});
