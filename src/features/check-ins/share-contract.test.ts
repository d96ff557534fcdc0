import { expect, test } from 'vitest';
import { shareRefusals } from './share-constants.ts';
import { createRefusals, managerRefusals, teammateRefusals } from './share-contract.ts';

test('the refusals of the manager and of the teammate are all refusals of sharing and of creating', () => {
  const sharing = [...managerRefusals, ...teammateRefusals];
  expect(sharing.toSorted()).toEqual(Object.keys(shareRefusals).toSorted());
  expect(createRefusals).toEqual(expect.arrayContaining(sharing));
});
