import { icon } from '../icon.ts';

export default icon('m6 9 6 6 6-6');
