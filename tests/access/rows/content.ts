// Pages of text, which are the same for everyone, and what search engines and link previews read.
import { anyone, plain, type Rows } from '../row.ts';

const open = { plain: anyone(200) };

export const contentRows: Rows = {
  'GET /guide': { expected: open, requests: plain('/guide') },
  'GET /guide/:name': {
    expected: { 'an article': anyone(200), 'no article': anyone(404) },
    requests: {
      'an article': () => ({ url: '/guide/proof-of-work' }),
      'no article': () => ({ url: '/guide/no-such-article' }),
    },
  },
  'GET /capture': { expected: open, requests: plain('/capture') },
  'GET /privacy-policy': { expected: open, requests: plain('/privacy-policy') },
  'GET /legal/accessibility': { expected: open, requests: plain('/legal/accessibility') },
  'GET /legal/openacr.json': { expected: open, requests: plain('/legal/openacr.json') },
  'GET /what-is-logbook': { expected: open, requests: plain('/what-is-logbook') },
  'GET /robots.txt': { expected: open, requests: plain('/robots.txt') },
  'GET /sitemap.xml': {
    expected: { whole: anyone(200), 'no such part': anyone(404) },
    requests: {
      whole: () => ({ url: '/sitemap.xml' }),
      'no such part': () => ({ url: '/sitemap.xml?part=9999' }),
    },
  },
  'GET /previews/:name': {
    expected: { 'no picture': anyone(404) },
    requests: { 'no picture': () => ({ url: '/previews/guide.png' }) },
  },
};
