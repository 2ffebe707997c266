import { parseArgs } from 'node:util';
import { type Plant, plants, type SceneName, sceneOf, scenes } from './plants.ts';
import { simulate } from './simulation.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    hours: { type: 'string', default: '1' },
    scene: { type: 'string' },
    plant: { type: 'string' },
    customers: { type: 'string' },
  },
});
const [first, count, hours] = [Number(values.seed), Number(values.seeds), Number(values.hours)];
const customers = values.customers === undefined ? undefined : Number(values.customers);
const plant = plants.find((name) => name === values.plant);
const scene = scenes.find((name) => name === values.scene) ?? sceneOf(plant);
const isWrong =
  !Number.isSafeInteger(first) ||
  first < 0 ||
  !Number.isSafeInteger(count) ||
  count < 1 ||
  !(hours > 0) ||
  !(customers === undefined || (Number.isSafeInteger(customers) && customers > 0));
if (isWrong || plant !== (values.plant as Plant | undefined) || (values.scene !== undefined && scene !== (values.scene as SceneName))) {
  console.error(
    `usage: npm run -s simulate -- --seed N --seeds HOW_MANY --hours H --scene ${scenes.join('|')} --plant ${plants.join('|')} --customers HOW_MANY`,
  );
  process.exit(2);
}

const happened = new Map<string, number>();
const add = ([what, times]: readonly [string, number]) => happened.set(what, (happened.get(what) ?? 0) + times);
let wrong = 0;
for (let seed = first; seed < first + count; seed += 1) {
  const { commands, crashes, violations, hash, faults, counts } = await simulate({ seed, hours, plant, scene, customers });
  for (const each of [...Object.entries(faults), ...Object.entries(counts)]) add(each);
  for (const violation of violations.slice(0, 20)) console.log(`VIOLATION: ${violation}`);
  console.log(`seed ${seed}: hours ${hours}, commands ${commands}, crashes ${crashes}, violations ${violations.length}, hash ${hash}`);
  if (violations.length > 0) wrong += 1;
}
for (const [what, times] of happened) console.log(`${what}: ${times} times`);
process.exit(wrong === 0 ? 0 : 1);
