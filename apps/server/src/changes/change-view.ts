import { approvedCommands, type ChangeEvent, leaves, limitNumbers } from '@bourse/engine';
import { formatUnits } from '@bourse/money';
import type { Change, ChangeDifference, ChangeRail, ChangeUnit } from '@bourse/protocol/calls';
import { lotsText, quoteText } from '../calls/figures.ts';
import { dividendText } from '../market/catalogue/corporate-actions.ts';
import type { AssetInfo, Catalogue, InstrumentInfo } from '../market/port.ts';
import { isOfMoney } from './subjects.ts';

type Written = Pick<ChangeDifference, 'unit' | 'coin'> & { write(value: string): string };

const limitName = new Map<number, string>(Object.entries(limitNumbers).map(([name, number]) => [number, name]));
const flags: ReadonlySet<string> = new Set([
  ...['keepsProtection', 'fundingInParts', 'shortable', 'dayTradeRule', 'stopsWait', 'marginWarnings', 'allowed', 'stopIn', 'stopOut'],
]);
const words: ReadonlySet<string> = new Set(['symbol', 'mode', 'status', 'split', 'open']);
const inQuote: ReadonlySet<string> = new Set(['minNotional', 'maxNotional', 'minStake', 'maxStake', 'exposureLimit']);

/** In which asset an amount of rails and payouts is: the rail's own, or USDT. */
const inAsset = new Map(
  approvedCommands
    .filter(({ kind }) => isOfMoney(kind))
    .flatMap(({ fields }) =>
      [...leaves(fields)].flatMap(([name, { amountOf }]) => (amountOf === undefined ? [] : [[name, amountOf] as const])),
    ),
);

const plain = (unit: ChangeUnit): Written => ({ unit, coin: null, write: (value) => value });
/** A share as percent: `digits` are those of its own unit beyond percent. */
const percent = (digits: number): Written => ({ unit: 'percent', coin: null, write: (value) => formatUnits(BigInt(value), digits) });

/** How a figure is written follows from the end of its name, which is its unit. */
function writtenAs(field: string, instrument: InstrumentInfo | undefined): Written {
  const name = field.slice(field.lastIndexOf('.') + 1);
  if (flags.has(name)) return plain('onOff');
  if (words.has(name)) return plain('word');
  if (name.endsWith('Ppm')) return percent(4);
  if (name.endsWith('Bps')) return percent(2);
  if (name.endsWith('E8')) return percent(6);
  if (name.endsWith('Ms')) return plain('duration');
  if (name.endsWith('Leverage')) return plain('times');
  if (instrument === undefined) return plain('number');
  if (inQuote.has(name)) return { unit: 'amount', coin: instrument.quote.code, write: (value) => quoteText(instrument, Number(value)) };
  if (name.endsWith('Lots')) return { unit: 'quantity', coin: instrument.base.code, write: (value) => lotsText(instrument, Number(value)) };
  if (name === 'dividend') {
    const write = (value: string) => {
      const [amount = 0, denominator = 1] = value.split('/').map(Number);
      return dividendText({ amount, denominator }, instrument.quote);
    };
    return { unit: 'amount', coin: instrument.quote.code, write };
  }
  return plain('number');
}

/** How an amount of rails and payouts is written; undefined for what is no amount. */
function amountAs(field: string, rail: ChangeRail | undefined, { assetByCode }: Catalogue): Written | undefined {
  const of = inAsset.get(field);
  const asset: AssetInfo | undefined = of === undefined ? undefined : assetByCode(of === 'asset' ? (rail?.asset ?? '') : of);
  return asset && { unit: 'amount', coin: asset.code, write: (value) => formatUnits(BigInt(value), asset.scale) };
}

const ofEarn: ReadonlySet<string> = new Set(['minPrincipal', 'maxPrincipal', 'capacity']);
/** How an amount of a product of Earn is written. */
function earnAmountAs(field: string, product: number, { earn, assetById }: Catalogue): Written | undefined {
  const of = ofEarn.has(field) ? earn.find((one) => one.product === product)?.asset : undefined;
  const asset = of === undefined ? undefined : assetById(of);
  return asset && { unit: 'amount', coin: asset.code, write: (value) => formatUnits(BigInt(value), asset.scale) };
}

const ofLevels: ReadonlySet<string> = new Set(['volumes', 'prices', 'plusPrice']);
/** Volumes and prices of levels are in USDT, or in what the file says. */
function levelAmountAs(field: string, { levels, assetByCode }: Catalogue): Written | undefined {
  const asset = ofLevels.has(field) ? assetByCode(field === 'volumes' ? 'USDT' : (levels?.code ?? '')) : undefined;
  return asset && { unit: 'amount', coin: asset.code, write: (value) => formatUnits(BigInt(value), asset.scale) };
}

/** A change as the public page shows it. `rail`: the one that it is about. */
export function viewOfChange(event: ChangeEvent, catalogue: Catalogue, rail?: ChangeRail): Change {
  const { change, subject, state, origin, reason, announcedAt, from, endReason, worse, time } = event;
  const instrument = event.instrument === 0 ? undefined : catalogue.instrumentById(event.instrument);
  const first = subject.startsWith('define') && event.differences.every(({ before }) => before === '');
  const differences = first
    ? []
    : event.differences.map(({ field, at, before, after }): ChangeDifference => {
        const name = subject === 'setRules' ? (limitName.get(at) ?? field) : field;
        const earned = subject === 'defineEarn' ? earnAmountAs(name, at, catalogue) : undefined;
        const leveled = subject === 'defineLevels' ? levelAmountAs(name, catalogue) : undefined;
        const amount = isOfMoney(subject) ? amountAs(name, rail, catalogue) : (earned ?? leveled);
        const { unit, coin, write } = amount ?? writtenAs(name, instrument);
        const text = (value: string) => (value === '' ? null : write(value));
        return {
          field: name,
          at: subject === 'setRules' || rail !== undefined ? 0 : at,
          unit,
          coin,
          before: text(before),
          after: text(after),
        };
      });
  return {
    ...{ id: String(change), subject, state, symbol: instrument?.symbol ?? null, rail: rail ?? null },
    ...{ origin, reason, announcedAt, from, endReason, worse },
    ...{ endedAt: state === 'waits' || state === 'inForce' ? null : time, first, differences },
  };
}
