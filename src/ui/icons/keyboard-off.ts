import { icon } from '../icon.ts';

export default icon(
  'M 20 4 A2 2 0 0 1 22 6',
  'M 22 6 L 22 16.41',
  'M 7 16 L 16 16',
  'M 9.69 4 L 20 4',
  'M14 8h.01',
  'M18 8h.01',
  'm2 2 20 20',
  'M20 20H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2',
  'M6 8h.01',
  'M8 12h.01',
);
