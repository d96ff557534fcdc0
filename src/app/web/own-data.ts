// A user's data that the server put into the document.
import { firstPageId, type FirstPage } from '../first-page.ts';
import { read } from './instance.ts';

/** The position of the document's data among the live events. Null if it has no user's data. */
export const livePosition = read<string | null>('logbook-position', null);

function readFirstPage(): FirstPage | null {
  try {
    return JSON.parse(document.getElementById(firstPageId)?.textContent ?? 'null') as FirstPage | null;
  } catch {
    return null;
  }
}

/** The responses and entries that the page shows first. */
export const firstPage = readFirstPage();
