import { icon } from '../icon.ts';

export default icon('M12 5v14', 'm19 12-7 7-7-7');
