import { expect, test } from 'vitest';
import type { ManagerAccess } from './contract.ts';
import {
  audienceOf,
  connectedManagers,
  managerWhoSees,
  nameOfAddress,
  onlyManager,
} from './visibility-rules.ts';

const dana: ManagerAccess = {
  id: '0199f2a4-7c1e-7a2b-8c3d-000000000001',
  manager_name: 'Dana Reed',
  manager_email: 'dana@example.com',
  relationship_type: 'Manager',
  accepted_at: '2026-11-20T10:00:00.000Z',
  looked_at: null,
  shared_with: ['dana@old.example.com'],
  sees_now: true,
};
const legacy: ManagerAccess = {
  ...dana,
  id: '0199f2a4-7c1e-7a2b-8c3d-000000000002',
  manager_name: null,
  manager_email: 'lee@example.com',
  relationship_type: 'Legacy',
  shared_with: [],
};
const entry = (manager_email: string, recorded_at = '2026-11-21T10:00:00.000Z') => ({
  manager_email,
  recorded_at,
});

test('a connected manager sees an entry that is shared with any of their addresses', () => {
  for (const address of ['dana@example.com', 'dana@old.example.com'])
    expect(audienceOf(entry(address), [legacy, dana])).toEqual({ sees: true, manager: dana });
  expect(audienceOf(entry('lee@example.com'), [legacy, dana])).toEqual({ sees: true, manager: legacy });
});

test('a connected manager sees an entry recorded in the millisecond of accepting, and none from before', () => {
  expect(audienceOf(entry('dana@example.com', dana.accepted_at), [dana]).sees).toBe(true);
  expect(audienceOf(entry('dana@example.com', '2026-11-20T09:59:59.999Z'), [dana])).toEqual({
    sees: false,
    why: 'recorded before',
    manager: dana,
  });
});

test('no manager sees an entry that is shared with an address of no connected manager', () => {
  expect(audienceOf(entry('bo@example.com'), [legacy, dana])).toEqual({
    sees: false,
    why: 'not connected',
    manager: undefined,
  });
  expect(audienceOf(entry('dana@example.com'), [])).toEqual({
    sees: false,
    why: 'not connected',
    manager: undefined,
  });
});

test('a manager with an older grant sees an entry that a later acceptance no longer covers', () => {
  const older = { ...legacy, manager_email: 'dana@example.com', accepted_at: '2026-01-01T00:00:00.000Z' };
  const audience = audienceOf(entry('dana@example.com', '2026-02-01T00:00:00.000Z'), [dana, older]);
  expect(audience).toEqual({ sees: true, manager: older });
});

test('a manager without the Team plan currently cannot see an entry', () => {
  const lapsed = { ...dana, sees_now: false };
  expect(audienceOf(entry('dana@example.com'), [lapsed])).toEqual({
    sees: false,
    why: 'not now',
    manager: lapsed,
  });
  expect(audienceOf(entry('dana@example.com', '2026-11-20T09:59:59.999Z'), [lapsed])).toMatchObject({
    why: 'recorded before',
  });
});

test('the manager who sees an entry is named, or else their address', () => {
  expect(managerWhoSees(entry('dana@example.com'), [dana])).toBe('Dana Reed');
  expect(managerWhoSees(entry('lee@example.com'), [legacy])).toBe('lee@example.com');
  expect(managerWhoSees(entry('dana@example.com'), [{ ...dana, sees_now: false }])).toBeUndefined();
});

test('an address has the name of the manager who owns it, if that is known', () => {
  const access = [legacy, dana];
  expect(nameOfAddress('dana@old.example.com', access)).toBe('Dana Reed');
  expect(nameOfAddress('lee@example.com', access)).toBeUndefined();
  expect(nameOfAddress('bo@example.com', access)).toBeUndefined();
});

test('sharing offers each connected manager whose address is known once, and begins with the only one', () => {
  const unknown = { ...dana, manager_email: null, shared_with: [] };
  const older = { ...legacy, manager_email: 'dana@example.com' };
  const offeredDana = { name: 'Dana Reed', email: 'dana@example.com' };
  expect(connectedManagers([dana, older, unknown])).toEqual([offeredDana]);
  expect(connectedManagers([dana, legacy])).toEqual([
    offeredDana,
    { name: 'lee@example.com', email: 'lee@example.com' },
  ]);
  expect([[], [unknown], [dana, older], [dana, legacy], undefined].map(onlyManager)).toEqual([
    undefined,
    undefined,
    'dana@example.com',
    undefined,
    undefined,
  ]);
});
