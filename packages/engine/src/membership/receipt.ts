import { divFloor } from '@bourse/money';
import { type Figures, pick, type ReceiptDeclaration, receipt } from '../receipts/declare.ts';
import type { SettlementFacts } from '../receipts/facts.ts';
import { least, type Sheet } from '../receipts/sheet.ts';
import type { LevelBoughtEvent, LevelDayEvent } from './declare.ts';

const day = 86_400_000n;
const term = 30n * day;

const dayRules = {
  volume: 'the volumes of the 30 days before, added up/1',
  level: 'how many of the thresholds the volume reaches/1',
} as const;

function dayFigures(event: LevelDayEvent, { asset }: SettlementFacts): Figures | undefined {
  if (asset === undefined) return undefined;
  return {
    assetCode: asset.code,
    assetScale: asset.scale,
    ...pick(event, 'before', 'volume', 'level'),
    terms: event.version,
    day: event.day * 86_400_000,
    days: event.days.map((volume) => ({ volume })),
    thresholds: event.thresholds.map((volume) => ({ volume })),
  };
}

function workDay(s: Sheet<keyof typeof dayRules>): void {
  s.count('day');
  s.count('before');
  const days = s.parts('days').map((one) => one.count('volume'));
  const thresholds = s.parts('thresholds').map((one) => one.count('volume'));
  const given = Object.fromEntries(days.map((volume, at) => [`day${at + 1}`, volume]));
  const sum = days.reduce((all, one) => all + one, 0n);
  const volume = s.figure('volume', 'volume', given, days.filter((one) => one > 0n).join(' + ') || '0', sum);
  const reached = thresholds.filter((one) => volume >= one);
  const compared = thresholds.map((one) => `${volume} ${volume >= one ? '≥' : '<'} ${one}`).join('; ');
  s.figure('level', 'level', { volume }, compared || '0', BigInt(reached.length));
}

export const levelDayReceipt: ReceiptDeclaration = receipt<LevelDayEvent, keyof typeof dayRules>({
  figures: dayFigures,
  work: workDay,
  rules: dayRules,
  view: {
    words: 'membership',
    headline: 'volume',
    inputs: { day: 'time', before: 'plain' },
    lines: { volume: 'money', level: 'plain' },
  },
});

const boughtRules = {
  credit: 'paid before × whole days to its end ÷ (ends − began), rounded down; at most the price/1',
  paid: 'price − credit/1',
  until: 'from + 30 days/1',
} as const;

function boughtFigures(event: LevelBoughtEvent, { asset }: SettlementFacts): Figures | undefined {
  if (asset === undefined) return undefined;
  const { price, credit, time } = event;
  return {
    assetCode: asset.code,
    assetScale: asset.scale,
    terms: event.version,
    ...pick(event, 'level', 'wallet', 'price', 'paidBefore', 'beganBefore', 'endsBefore', 'credit', 'from', 'until'),
    boughtAt: time,
    paid: price - credit,
  };
}

function workBought(s: Sheet<keyof typeof boughtRules>): void {
  s.positive('level');
  const price = s.positive('price');
  const [paid, began, ends] = [s.count('paidBefore'), s.count('beganBefore'), s.count('endsBefore')];
  const [from, now] = [s.count('from'), s.count('boughtAt')];
  const rest = paid === 0n ? 0n : divFloor(paid * (divFloor(ends - now, day) * day), ends - began);
  const shared = paid === 0n ? '0' : `⌊${paid} × ⌊(${ends} − ${now}) ÷ ${day}⌋ × ${day} ÷ (${ends} − ${began})⌋`;
  const credit = s.figure('credit', 'credit', { paid, ends, now, began, price }, `min(${shared}, ${price})`, least(rest, price));
  s.figure('paid', 'paid', { price, credit }, `${price} − ${credit}`, price - credit);
  s.figure('until', 'until', { from }, `${from} + ${term}`, from + term);
}

export const levelBoughtReceipt: ReceiptDeclaration = receipt<LevelBoughtEvent, keyof typeof boughtRules>({
  figures: boughtFigures,
  work: workBought,
  rules: boughtRules,
  view: {
    words: 'membership',
    headline: 'paid',
    inputs: { price: 'money', paidBefore: 'money', beganBefore: 'time', endsBefore: 'time', from: 'time', boughtAt: 'time' },
    lines: { credit: 'money', paid: 'money', until: 'time' },
  },
});
