import { parseArgs } from 'node:util';
import { crashDay, crashMarkets } from './crash-day.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    traders: { type: 'string', default: '1000' },
    hours: { type: 'string', default: '24' },
  },
});
const [seed, traders, hours] = [Number(values.seed), Number(values.traders), Number(values.hours)];
if (!Number.isSafeInteger(seed) || seed < 0 || !Number.isSafeInteger(traders) || traders < 1 || !(hours > 0 && hours <= 24)) {
  console.error('usage: npm run -s crash-day -- --seed N --traders N --hours H');
  process.exit(2);
}
const folder = process.env['BOURSE_RECORDINGS'];
if (!folder) {
  console.log('crash-day: skipped, because BOURSE_RECORDINGS names no folder of recordings');
  process.exit(0);
}

const { markets, commands, counts, violations, insurance, open, speed, hash } = crashDay({
  folder,
  seed,
  traders,
  fromHour: 0,
  hours,
  markets: crashMarkets,
  checkEvery: 900,
});
const count = (what: string) => (counts[what] ?? 0).toLocaleString('en');
const receipts = Object.entries(counts).reduce((sum, [kind, n]) => (kind.includes('round') ? sum : sum + n), 0);
for (const violation of violations.slice(0, 20)) console.log(`VIOLATION: ${violation}`);
for (const { symbol, recording, day, prices } of markets)
  console.log(`market ${symbol}: ${recording} of ${day}, ${prices.toLocaleString('en')} recorded prices`);
console.log(`traders ${traders}, hours ${hours}, ${Math.round(speed)} times as fast as recorded (processor time)`);
console.log(
  `commands ${commands.toLocaleString('en')}, marks ${count('mark')}, position fills ${count('positionFill')}, open positions at the end ${open}`,
);
console.log(`liquidations ${count('liquidation')}, deleveragings ${count('deleverage')}, insurance fund ${insurance} at the end`);
console.log(`funding rounds ${count('funding rounds')}, void ${count('void funding rounds')}, payments ${count('fundingPayment')}`);
console.log(`receipts recomputed ${receipts.toLocaleString('en')}, violations ${violations.length}`);
console.log(`seed ${seed}: hash ${hash}`);
process.exit(violations.length === 0 ? 0 : 1);
