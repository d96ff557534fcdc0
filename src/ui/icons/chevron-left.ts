import { icon } from '../icon.ts';

export default icon('m15 18-6-6 6-6');
