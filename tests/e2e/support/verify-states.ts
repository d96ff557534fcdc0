// The page that checks packets and credentials, and how tests give it a file.
import type { Page } from '@playwright/test';
import type { PacketJson } from '#features/packets/format-contract.ts';
import { bakedIn, pdfWith, pngWith, svgWith } from '../../support/credential-files.ts';
import { credentialVector } from '../../support/credential-vector.ts';
import { packetVector, packetVectorIn } from '../../support/packet-vector.ts';
import { signedPacket } from '../../support/signed-packet.ts';
import type { Visit } from './settings-states.ts';

/** Has the page check this file. */
export async function checkPacket(page: Page, content: string | Buffer = packetVector()): Promise<void> {
  const file = { name: 'packet.json', mimeType: 'application/json', buffer: Buffer.from(content) };
  await page.locator('[data-result]').evaluate((result) => result.replaceChildren());
  await page.getByLabel('Choose a file').setInputFiles(file);
  await page.locator('[data-result] h2').first().waitFor();
}

type Packet = { document: { groups: { items: unknown[] }[] }; record?: unknown; signature?: unknown };

/** The test vector with a change. */
function changedPacket(change: (packet: Packet) => void): string {
  const packet = JSON.parse(packetVector()) as Packet;
  change(packet);
  return JSON.stringify(packet);
}

/** A packet whose line names another reference than its credential, although someone signed it. */
export function packetOfOthers(): string {
  const { document } = JSON.parse(packetVector(2)) as PacketJson;
  Object.assign(document.groups[1]!.items[2]!, { name: 'Eve Example' });
  return JSON.stringify(signedPacket(document));
}

/** What a reader can give to the page, by the state that it leads to. Each result is shown by its sentence. */
const checks: Record<string, string | Buffer> = {
  signed: packetVector(),
  word: packetVectorIn('docx'),
  pdf: packetVectorIn('pdf'),
  changed: packetVector().replace('flaky import', 'broken import'),
  missing: changedPacket(({ document: { groups } }) => groups[0]!.items.pop()),
  forged: packetVector().replace('2026-05-03', '2026-05-02'),
  unsigned: changedPacket((packet) => {
    delete packet.record;
    delete packet.signature;
  }),
  proofs: packetVectorIn('pdf', 2),
  'proofs-of-others': packetOfOthers(),
  unreadable: 'Not a packet',
  credential: credentialVector('full.json'),
  'credential-status': credentialVector('status-list.json'),
  'credential-keys': credentialVector('did.json'),
  'credential-changed': credentialVector('full.json').replace('900 ms', '901 ms'),
  'credential-context': credentialVector('full.json').replace('ns/credentials/v2"', 'ns/other/v2"'),
  'credential-jwt': credentialVector('full.jwt'),
  'credential-png': Buffer.from(pngWith([credentialVector('plain.json')])),
  'credential-svg': Buffer.from(svgWith(bakedIn(credentialVector('plain.json')))),
  'credential-pdf': pdfWith(packetVector(), credentialVector('plain.json'), credentialVector('full.json')),
};

/** Visits the page without a result, and then each result. */
export async function visitChecks(page: Page, name: string, visit: Visit): Promise<void> {
  await page.getByRole('heading', { name: 'Check a packet or a credential' }).waitFor();
  await visit(name);
  for (const [state, content] of Object.entries(checks)) {
    await checkPacket(page, content);
    await visit(`${name}-${state}`);
  }
}

export async function visitVerify(page: Page, visit: Visit): Promise<void> {
  await page.goto('/verify');
  await visitChecks(page, 'verify', visit);
  // Its theme is chosen when it is loaded.
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  await visitChecks(page, 'verify-dark', visit);
  await page.emulateMedia({ colorScheme: 'light' });
}
