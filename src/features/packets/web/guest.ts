// The server's operations for a page without a session (R-I1). Publishing, links and email need an account. The code is
// loaded on first use.
import type { GuestFeature } from '#platform/features/guest-feature.ts';
import type { LocalHandlers } from '#platform/http/client.ts';
import type { operations } from '../contract.ts';

const load = async () => (await import('./guest-packets.ts')).handlers;
const loadMaterial = async () => (await import('./guest-material.ts')).materialHandlers;

export const guestPackets: LocalHandlers<typeof operations> = {
  'GET /api/packets': async () => (await load())['GET /api/packets'](),
  'POST /api/packets': async (input) => (await load())['POST /api/packets'](input),
  'GET /api/packets/material': async (input) => (await loadMaterial())['GET /api/packets/material'](input),
  'GET /api/packets/:id': async (input) => (await load())['GET /api/packets/:id'](input),
  'PUT /api/packets/:id': async (input) => (await load())['PUT /api/packets/:id'](input),
  'DELETE /api/packets/:id': async (input) => (await load())['DELETE /api/packets/:id'](input),
  'POST /api/packets/:id/duplicate': async (input) =>
    (await load())['POST /api/packets/:id/duplicate'](input),
  'GET /api/packets/:id/document': async (input) =>
    (await loadMaterial())['GET /api/packets/:id/document'](input),
};

export const packetsForGuests = {
  handlers: guestPackets,
  interactions: [],
  prepare: () => Promise.all([load(), loadMaterial()]),
} satisfies GuestFeature;
