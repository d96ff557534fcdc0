import { plain, user, type Rows } from '../row.ts';

export const exportRows: Rows = {
  'GET /api/export': { expected: { plain: user(200) }, requests: plain('/api/export') },
};
