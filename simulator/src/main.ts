import { parseArgs } from 'node:util';
import { simulate } from './simulation.ts';

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' }, hours: { type: 'string', default: '1' } } });
const seed = Number(values.seed);
const hours = Number(values.hours);
if (!Number.isSafeInteger(seed) || seed < 0 || !(hours > 0)) {
  console.error('usage: npm run -s simulate -- --seed N --hours H');
  process.exit(2);
}

const { commands, crashes, violations, hash, faults, settlements } = await simulate({ seed, hours });
for (const [fault, count] of Object.entries(faults)) console.log(`${fault}: ${count} times`);
for (const [settlement, count] of Object.entries(settlements)) console.log(`${settlement}: ${count}`);
for (const violation of violations.slice(0, 20)) console.log(`VIOLATION: ${violation}`);
console.log(`seed ${seed}: hours ${hours}, commands ${commands}, crashes ${crashes}, violations ${violations.length}, hash ${hash}`);
process.exit(violations.length === 0 ? 0 : 1);
