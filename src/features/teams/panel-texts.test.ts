import { expect, it } from 'vitest';
import type { Invitation } from './contract.ts';
import { panelTexts } from './panel-texts.ts';

const sent = (count: number, type: Invitation['type']) =>
  Array.from({ length: count }, () => ({ type, email: 'ada@example.org' }));

it.each([
  [sent(1, 'manager'), false, 'You asked ada@example.org to be your manager'],
  [sent(2, 'manager'), false, 'You asked 2 people to be your manager'],
  [sent(1, 'employee'), false, 'You invited ada@example.org to your team'],
  [sent(1000, 'employee'), true, 'You invited 1,000+ people to your team'],
  [
    [...sent(1, 'manager'), ...sent(1, 'employee')],
    false,
    'You are waiting for 2 answers to your invitations',
  ],
])('invitations that wait for an answer are counted: %#', (invitations, more, text) => {
  expect(panelTexts.waiting(invitations, more)).toBe(text);
});
