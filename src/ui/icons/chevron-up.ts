import { icon } from '../icon.ts';

export default icon('m18 15-6-6-6 6');
