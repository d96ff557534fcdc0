// The credentials of vouches in packets (docs/formats/packet.md).
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { VouchCredential } from '#features/credentials/format-contract.ts';
import { newId } from '#platform/clock/id.ts';
import { PageRenderer } from '#app/prerender/pages.tsx';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { confirmedVouch, credentialText, worldOf } from '#tests/support/credentials.ts';
import { problemElsewhere } from '#tests/support/credential-verifier.ts';
import { create, draftOf, itemOf, pathOf, publish } from '#tests/support/packets.ts';
import { limits } from '../../constants.ts';
import type { Material, Packet } from '../../contract.ts';
import type { FrozenVouch, PacketDocument, PacketJson } from '../../format-contract.ts';
import { verifyPacket } from '../../web/verify/verify-packet.ts';
import { credentialsIn } from '../../web/verify/vouch-credentials.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, new PageRenderer({ instanceName: 'Logbook', offlineApp: false }));
});
afterAll(() => app.close());

const vouchItem = (id: string, proof?: boolean) =>
  itemOf(id, { kind: 'vouch', ...(proof !== undefined && { proof }) });
const open = (path: string) => app.anonymous().call(`GET ${path}`);
const textOf = async (packet: Packet) => (await open(`${pathOf(packet)}.json`)).text;
const vouchesIn = ({ groups }: PacketDocument) => groups.flatMap(({ items }) => items as FrozenVouch[]);
const documentOf = async (packet: Packet) => (JSON.parse(await textOf(packet)) as PacketJson).document;
const rename = (owner: Caller, name: string) =>
  app.database.asOwner((db) =>
    db.query('update profiles set full_name = $2 where user_id = $1', [owner.userId, name]),
  );
const issuedOf = async (owner: Caller) => {
  const { rows } = await app.database.asOwner((db) =>
    db.query<{ id: string }>('select id from credentials where user_id = $1', [owner.userId]),
  );
  return rows.length;
};
const proofsOf = async (owner: Caller) => {
  const now = new Date().toISOString().slice(0, 4);
  const { json } = await owner.call<Material>(`GET /api/packets/material?from=${now}-01-01&to=${now}-12-31`);
  return json.vouches.map(({ proof }) => proof);
};

it('a packet has the credential of a vouch as its owner downloads it, and others verify it', async () => {
  const ada = await app.signUp('Ada Example');
  const ask = { reference_email: 'kanari.reference@secret.example', reference_department: 'Sales' };
  const id = await confirmedVouch(app, ada, { ask, answer: { statement: 'A pleasure.', position: 'CTO' } });
  const packet = await create(ada, draftOf([vouchItem(id, true)]));
  expect(packet.draft.groups[0]!.items[0]).toMatchObject({ proof: true });
  const { status, json } = await publish(ada, packet.id);
  expect([status, json.version]).toMatchObject([200, { number: 1, is_changed: false }]);

  const text = await textOf(json);
  expect(JSON.parse(text)).toMatchObject({ format: 'logbook-packet/2' });
  const [vouch] = vouchesIn(await documentOf(json));
  expect(vouch!.credential).toBe(await credentialText(ada, id));
  const issued = JSON.parse(vouch!.credential!) as VouchCredential;
  expect(await problemElsewhere(issued, await worldOf(app, [issued]))).toBeUndefined();

  const keys = (await open('/.well-known/logbook-keys.json')).json as { url: string; keys: [] };
  const forms = ['.json', '.pdf', '.docx', '.md', ''];
  const bytes = await Promise.all(forms.map((form) => app.server.inject(pathOf(json) + form)));
  for (const [at, { rawPayload }] of bytes.entries()) {
    if (at > 2) continue;
    const checked = await verifyPacket(new Uint8Array(rawPayload), { ...keys, isComplete: true });
    expect([forms[at], checked.verdict, checked.problems]).toEqual([forms[at], 'confirmed', []]);
    expect(credentialsIn(checked.document!)).toEqual([
      { line: 1, credential: vouch!.credential, isSame: true },
    ]);
  }
  expect(bytes.at(-1)!.body).toContain('with its own proof');
  // The address of the reference is in no form, also not inside of attachments.
  for (const [at, { body }] of bytes.entries())
    expect([forms[at], /kanari|secret\.example/.test(body)]).toEqual([forms[at], false]);
  expect(text).not.toMatch(/kanari|secret\.example/);

  expect((await publish(ada, packet.id)).json.version!.number).toBe(1);
  expect(vouch).toMatchObject({ verifiedAt: expect.stringContaining(issued.validFrom.slice(0, 19)) });
});

it('a vouch that is not ticked to have its proof has none, and none is issued', async () => {
  const ada = await app.signUp('Ada Example');
  const [first, second] = [await confirmedVouch(app, ada), await confirmedVouch(app, ada)];
  const { id } = await create(ada, draftOf([vouchItem(first), vouchItem(second, false)]));
  const { json } = await publish(ada, id);
  const vouches = vouchesIn(await documentOf(json));
  expect(vouches.map(({ credential }) => credential)).toEqual([undefined, undefined]);
  expect(await textOf(json)).not.toMatch(/credential|proof\.pdf/);
  expect(await issuedOf(ada)).toBe(0);
});

it('10 publications at once in a new packet issue one credential and make one version', async () => {
  const ada = await app.signUp('Ada Example');
  const { id } = await create(ada, draftOf([vouchItem(await confirmedVouch(app, ada), true)]));
  const answers = await Promise.all(Array.from({ length: 10 }, () => publish(ada, id)));
  expect(answers.map(({ status, json }) => [status, json.version?.number])).toEqual(
    answers.map(() => [200, 1]),
  );
  expect(await issuedOf(ada)).toBe(1);
});

it('a credential with an earlier name of the owner stays out, and the editor learns why', async () => {
  const ada = await app.signUp('Kanari Formerly');
  const ask = { reference_department: 'Sales' };
  const id = await confirmedVouch(app, ada, { ask });
  const named = { department: 'Sales', domain: null, files: 2 };
  expect(await proofsOf(ada)).toEqual([{ ...named, former_name: null }]);
  await credentialText(ada, id);
  expect(await proofsOf(ada)).toEqual([{ ...named, former_name: null }]);
  await rename(ada, 'Ada Example');
  expect(await proofsOf(ada)).toEqual([{ ...named, former_name: 'Kanari Formerly' }]);
  const packet = await create(ada, draftOf([vouchItem(id, true)]));
  const { json } = await publish(ada, packet.id);
  expect(vouchesIn(await documentOf(json))).toMatchObject([{ kind: 'vouch', name: 'Grace Hopper' }]);
  expect(await textOf(json)).not.toMatch(/Kanari|credential/);
});

it('a packet that was published before its owner changed their name loses the credential with the next version', async () => {
  const ada = await app.signUp('Ada Before');
  const id = await confirmedVouch(app, ada);
  const packet = await create(ada, draftOf([vouchItem(id, true)]));
  await publish(ada, packet.id);
  await rename(ada, 'Ada After');
  const { json } = await publish(ada, packet.id);
  expect(json.version!.number).toBe(2);
  expect(await textOf(json)).not.toContain('Ada Before');
});

it('a deleted vouch is left out of the next version, and its credential is revoked', async () => {
  const ada = await app.signUp('Ada Example');
  const [kept, gone] = [await confirmedVouch(app, ada), await confirmedVouch(app, ada)];
  const { id } = await create(ada, draftOf([vouchItem(kept, true), vouchItem(gone, true)]));
  const before = vouchesIn(await documentOf((await publish(ada, id)).json));
  const issued = JSON.parse(before[1]!.credential!) as VouchCredential;
  expect(await problemElsewhere(issued, await worldOf(app, [issued]))).toBeUndefined();
  await ada.call('DELETE /api/vouches/:id', { params: { id: gone } });
  expect(await problemElsewhere(issued, await worldOf(app, [issued]))).toBeDefined();
  const { json } = await publish(ada, id);
  expect(vouchesIn(await documentOf(json))).toHaveLength(1);
});

it('another user gets no credential by the id of a vouch', async () => {
  const [ada, eve] = [await app.signUp('Ada Example'), await app.signUp('Eve')];
  const id = await confirmedVouch(app, ada);
  await credentialText(ada, id);
  const packet = await create(eve, draftOf([vouchItem(id, true)]));
  expect((await publish(eve, packet.id)).json.code).toBe('nothing_to_publish');
});

it('more proofs than a packet can carry are refused with a sentence, and the draft stays', async () => {
  const ada = await app.signUp();
  const items = Array.from({ length: limits.proofs + 1 }, () => vouchItem(newId(), true));
  const packet = await create(ada, draftOf(items));
  const { status, json } = await publish(ada, packet.id);
  expect([status, json.code]).toEqual([409, 'too_many_proofs']);
  const { json: kept } = await ada.call<Packet>('GET /api/packets/:id', { params: { id: packet.id } });
  expect(kept.items).toBe(limits.proofs + 1);
});
