import { icon } from '../icon.ts';

export default icon('m9 18 6-6-6-6');
