import { malformed, user, type Rows, type Sent } from '../row.ts';

const capture = (body: object | string): Sent => ({ url: '/api/capture', body });

function form(fields: Record<string, string>): Sent {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  data.set('file', new File(['some text'], 'text.txt'));
  return { url: '/api/capture', form: data };
}

export const captureRows: Rows = {
  'POST /api/capture': {
    expected: { json: user(200), form: user(200), 'unknown field': malformed, 'malformed form': malformed },
    requests: {
      json: () => capture({ text: 'Captured' }),
      form: () => form({ text: 'Captured' }),
      'unknown field': () => capture({ text: 'Captured', manager_email: 'bo@example.com' }),
      'malformed form': () => form({ content: 'Captured' }),
    },
  },
};
