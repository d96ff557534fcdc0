import { icon } from '../icon.ts';

export default icon(
  ['rect', { x: '3', y: '3', width: '18', height: '18', rx: '2' }],
  'M16 2v3',
  'M3 9h18',
  'M8 2v3',
  'M17 13h-6',
  'M13 17H7',
  'M7 13h.01',
  'M17 17h.01',
);
