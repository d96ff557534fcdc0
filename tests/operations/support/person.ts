// People who use the product over HTTP, as an API client does: with an access token.
import { randomUUID } from 'node:crypto';
import { send, type Reply, type Sending } from '../../hostile/support/send.ts';
import { formOf } from '../../hostile/support/form.ts';

export const password = 'a good long passphrase';

export type Person = {
  id: string;
  email: string;
  call(path: string, sending?: Omit<Sending, 'from'>): Promise<Reply>;
  /** Saves an entry, with `more` fields. */
  write(more?: object): Promise<Reply & { entry: string }>;
  /** Uploads a file to an entry. */
  attach(entry: string, bytes: Buffer, name?: string): Promise<Reply & { file: string }>;
};

/** Signs up at a server that trusts 127.0.0.1 as its proxy. `from` is the person's address. */
export async function signUp(url: string, name: string, from: string): Promise<Person> {
  const email = `${name}@example.com`;
  const reply = await send(`${url}/api/auth/sign-up`, {
    from,
    json: { full_name: 'Peter Person', email, password },
  });
  const token = /logbook-access=([^;]+)/.exec(String(reply.headers['set-cookie']))?.[1];
  if (reply.status !== 200 || !token) throw new Error(`Sign-up: ${reply.status} ${reply.body.toString()}`);
  const { user } = reply.json() as { user: { id: string } };

  const person: Person = {
    id: user.id,
    email,
    call: (path, sending = {}) =>
      send(`${url}${path}`, {
        ...sending,
        from,
        headers: { authorization: `Bearer ${token}`, ...sending.headers },
      }),
    async write(more) {
      const entry = randomUUID();
      const json = { id: entry, content: 'Paired on the import #work', ...more };
      return { ...(await person.call('/api/check_ins', { json })), entry };
    },
    async attach(entry, bytes, fileName = 'notes.txt') {
      const file = randomUUID();
      const form = formOf({ check_in_id: entry, id: file }, { name: fileName, bytes });
      return { ...(await person.call('/api/storage/log-files', form)), file };
    },
  };
  return person;
}
