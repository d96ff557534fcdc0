import { icon } from '../icon.ts';

export default icon('m5 12 7-7 7 7', 'M12 19V5');
