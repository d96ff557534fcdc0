// The page that checks packets, and how tests give it a file.
import type { Page } from '@playwright/test';
import { packetVector } from '../../support/packet-vector.ts';
import type { Visit } from './settings-states.ts';

/** Has the page check this packet. */
export async function checkPacket(page: Page, json = packetVector()): Promise<void> {
  const file = { name: 'packet.json', mimeType: 'application/json', buffer: Buffer.from(json) };
  await page.getByLabel('Choose a file').setInputFiles(file);
  await page.locator('[data-result] h2').waitFor();
}

export async function visitVerify(page: Page, visit: Visit): Promise<void> {
  await page.goto('/verify');
  await page.getByRole('heading', { name: 'Check a review packet' }).waitFor();
  await visit('verify');
  await checkPacket(page);
  await visit('verify-signed');
  await checkPacket(page, packetVector().replace('flaky import', 'broken import'));
  await page.getByText('was changed').first().waitFor();
  await visit('verify-changed');
}
