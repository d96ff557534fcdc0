// What an integration does most often, with a client that openapi-typescript and openapi-fetch generate from the
// document alone. The test generates `logbook-api` and checks the types of this file with it, so nothing here may get
// around them.
import type { paths } from 'logbook-api';
import createClient from 'openapi-fetch';

type Given = { baseUrl: string; email: string; password: string; teammate: string };

export async function mainFlow({ baseUrl, email, password, teammate }: Given) {
  const client = createClient<paths>({ baseUrl });

  const wrong = await client.POST('/api/auth/token', {
    body: { grant_type: 'password', email, password: 'not the password' },
  });
  if (wrong.error?.code !== 'wrong_credentials') throw new Error('A wrong password was accepted');

  const { data: session, error } = await client.POST('/api/auth/token', {
    body: { grant_type: 'password', email, password },
  });
  if (!session) throw new Error(error.title);
  client.use({
    onRequest({ request }) {
      request.headers.set('authorization', `Bearer ${session.access_token}`);
    },
  });

  const entry = await client.POST('/api/check_ins', {
    body: { id: crypto.randomUUID(), content: 'Shipped the importer #release', emoji: '🚀' },
  });
  if (!entry.data) throw new Error(entry.error.title);

  const file = await client.POST('/api/storage/log-files', {
    body: { check_in_id: entry.data.id, id: crypto.randomUUID(), file: 'The plan' },
    // The file is the last field.
    bodySerializer(body) {
      const form = new FormData();
      form.set('check_in_id', body.check_in_id);
      form.set('id', body.id);
      form.set('file', new File([body.file], 'plan.txt'));
      return form;
    },
  });
  if (!file.data) throw new Error(file.error.title);
  const signed = await client.POST('/api/storage/log-files/{id}/sign', {
    params: { path: { id: file.data.id } },
    body: { as: 'download' },
  });
  if (!signed.data) throw new Error(signed.error.title);
  const bytes = await fetch(new URL(signed.data.url, baseUrl));

  const goal = await client.POST('/api/goals', { body: { text: 'Write the guide' } });
  if (!goal.data) throw new Error(goal.error.title);
  const completed = await client.POST('/api/goals/{id}/complete', {
    params: { path: { id: goal.data.id } },
    body: { check_in_id: crypto.randomUUID() },
  });
  if (!completed.data) throw new Error(completed.error.title);

  const found = await client.GET('/api/check_ins/search', { params: { query: { q: '#release' } } });
  if (!found.data) throw new Error(found.error.title);

  const shoutout = await client.POST('/api/shoutouts', {
    body: { recipient_email: teammate, message: 'Thank you', check_in_id: entry.data.id },
  });
  if (!shoutout.data) throw new Error(shoutout.error.title);

  return {
    fileText: await bytes.text(),
    completedText: completed.data.check_in?.content,
    found: found.data.rows.map(({ content, file_count }) => [content, file_count]),
    matches: found.data.count,
    shoutout: shoutout.data.message,
  };
}
