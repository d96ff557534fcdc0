import { icon } from '../icon.ts';

export default icon(
  'M12 3v12',
  'm8 11 4 4 4-4',
  'M8 5H4a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2V7a2 2 0 0 0-2-2h-4',
);
