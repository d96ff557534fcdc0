import { anyone, plain, type Cell, type Rows } from '../row.ts';

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const headers = { host: 'localhost', accept: 'application/json, text/event-stream' };

/** API tokens of any scope, and nothing else. */
const tokens: Cell = {
  ...anyone(401),
  except: {
    'owner, token entries:write': 200,
    'owner, token goals:write': 200,
    'owner, token log:read': 200,
    'owner, token suggestions:write': 200,
  },
};

export const assistantRows: Rows = {
  'POST /mcp': {
    expected: { list: tokens },
    requests: { list: () => ({ url: '/mcp', body: list, headers }) },
  },
  'GET /mcp': { expected: { plain: anyone(405) }, requests: plain('/mcp') },
  'DELETE /mcp': { expected: { plain: anyone(405) }, requests: plain('/mcp') },
};
