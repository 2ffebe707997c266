export { writePain002 } from './pain002.ts';
export { writeCamt053, writeCsv, writeMt940 } from './statements.ts';
