import { icon } from '../icon.ts';

export default icon(['rect', { width: '18', height: '18', x: '3', y: '3', rx: '2' }], 'M3 9h18');
