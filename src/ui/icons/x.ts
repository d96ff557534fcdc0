import { icon } from '../icon.ts';

export default icon('M18 6 6 18', 'm6 6 12 12');
