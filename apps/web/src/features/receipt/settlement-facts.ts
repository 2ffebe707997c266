import type { FigureForm, ReceiptView, SettlementKind } from '@bourse/engine/receipts';
import { decimalNegate, decimalSign } from '@bourse/money';
import type { PlainKey } from '../../i18n/index.ts';
import type { Facts } from './settlement.ts';
import { type Units, whole } from './units.ts';

/** An input of a settlement: its name and its formatted value. `why` says where it comes from. */
export type Input = {
  name: string;
  /** The key of its name. */
  label: string;
  as: 'money' | 'price' | 'quantity' | 'percent' | 'plain' | 'time';
  text: string;
  why?: Why | undefined;
};
type InputName =
  | 'quantity'
  | 'price'
  | 'leverage'
  | 'feeRate'
  | 'openBefore'
  | 'entryBefore'
  | 'marginBefore'
  | 'positionSize'
  | 'markPrice'
  | 'premium'
  | 'interest'
  | 'cap'
  | 'indexPrice'
  | 'basis'
  | 'lastTrade'
  | 'band'
  | 'equityNow'
  | 'rankOf'
  | 'bankruptcyAt'
  | 'stake'
  | 'payoutRate'
  | 'startTick'
  | 'endTick'
  | 'source'
  | 'chargedOn'
  | 'chargeRate'
  | 'actionReference'
  | 'splitOf'
  | 'amountEach'
  | 'sharesBefore';
export type Why =
  | { key: 'lots'; count: number }
  | { key: 'order' | 'position' | 'round' | 'liquidationNo' | 'session'; id: string }
  | { key: 'samples'; count: number }
  | { key: 'at'; time: number }
  | { key: 'long' | 'short' | 'higher' | 'lower' | 'taker' | 'maker' | 'liquidation' | 'deleverage' | 'median' | 'segmented' | 'full' };

const directionOf = (facts: Facts): 'long' | 'short' => (facts['direction'] === 'short' ? 'short' : 'long');
const count = (facts: Facts, name: string) => Number(whole(facts, name));

/** The inputs that decided the settlement, in the order a reader asks for them. */
export function inputsOf(kind: SettlementKind, facts: Facts, units: Units, view?: ReceiptView): Input[] {
  if (view) return declaredInputs(view, facts, units);
  const named = (name: InputName): { name: string; label: PlainKey } => ({ name, label: `receipt.in_${name}` });
  const money = (name: InputName, field: string, why?: Why): Input => ({
    ...named(name),
    as: 'money',
    text: units.money(whole(facts, field)),
    why,
  });
  const price = (name: InputName, field: string, why?: Why): Input => ({
    ...named(name),
    as: 'price',
    text: units.price(whole(facts, field)),
    why,
  });
  const lots = (name: InputName, field: string, why?: Why): Input => ({
    ...named(name),
    as: 'quantity',
    text: units.quantity(whole(facts, field)),
    why,
  });
  const ppm = (name: InputName, field: string, why?: Why): Input => ({
    ...named(name),
    as: 'percent',
    text: units.ratePpm(whole(facts, field)),
    why,
  });
  const e8 = (name: InputName, field: string, why?: Why): Input => ({
    ...named(name),
    as: 'percent',
    text: units.rateE8(whole(facts, field)),
    why,
  });
  const plain = (name: InputName, text: string, why?: Why): Input => ({ ...named(name), as: 'plain', text, why });
  switch (kind) {
    case 'positionFill': {
      const role = String(facts['role']);
      const known = role === 'maker' || role === 'liquidation' || role === 'deleverage' ? role : 'taker';
      const closing = facts['action'] === 'close';
      return [
        lots('quantity', 'lots', { key: 'lots', count: count(facts, 'lots') }),
        price('price', 'priceTicks', { key: known }),
        ...(closing ? [lots('openBefore', 'openLots'), money('entryBefore', 'entryValue'), money('marginBefore', 'margin')] : []),
        plain('leverage', `${whole(facts, 'leverage')}×`, { key: facts['mode'] === 'full' ? 'full' : 'segmented' }),
        ppm('feeRate', 'feePpm', { key: 'order', id: whole(facts, 'order') }),
      ];
    }
    case 'fundingPayment':
      return [
        lots('positionSize', 'lots', { key: 'position', id: whole(facts, 'position') }),
        price('markPrice', 'markTicks', { key: 'at', time: count(facts, 'due') }),
        e8('premium', 'premiumE8', { key: 'samples', count: count(facts, 'samples') }),
        e8('interest', 'interestE8', { key: 'round', id: whole(facts, 'round') }),
        e8('cap', 'capE8'),
      ];
    case 'liquidation':
      return [
        lots('positionSize', 'openLots', { key: directionOf(facts) }),
        price('markPrice', 'markTicks', { key: 'median' }),
        money('entryBefore', 'entryValue'),
        money('marginBefore', 'margin', { key: facts['mode'] === 'full' ? 'full' : 'segmented' }),
        money('equityNow', 'equity', { key: 'liquidationNo', id: whole(facts, 'liquidation') }),
      ];
    case 'deleverage':
      return [
        lots('quantity', 'lots', { key: directionOf(facts) }),
        price('price', 'priceTicks', { key: 'liquidationNo', id: whole(facts, 'liquidation') }),
        plain('rankOf', `${whole(facts, 'rank')} / ${whole(facts, 'ranked')}`),
        ...(facts['bankruptcyTicks'] === undefined ? [] : [price('bankruptcyAt', 'bankruptcyTicks')]),
      ];
    case 'mark':
      return [
        price('indexPrice', 'indexTicks', { key: 'at', time: count(facts, 'tickTime') }),
        price('basis', 'basisTicks'),
        price('lastTrade', 'lastTicks'),
        plain('source', String(facts['source'] ?? '')),
      ];
    case 'timed': {
      const tick = (name: 'startTick' | 'endTick'): Input => {
        const time = count(facts, `${name}Time`);
        return time === 0 ? plain(name, '–') : price(name, name === 'startTick' ? 'startTicks' : 'endTicks', { key: 'at', time });
      };
      return [
        money('stake', 'stake', { key: directionOf(facts) === 'long' ? 'higher' : 'lower' }),
        ppm('payoutRate', 'payoutPpm'),
        tick('startTick'),
        tick('endTick'),
        plain('source', String(facts['source'] || '–')),
      ];
    }
    case 'holdingCharge':
      return [
        money('chargedOn', 'value', { key: 'position', id: whole(facts, 'position') }),
        ppm('chargeRate', 'ratePpm', { key: 'session', id: whole(facts, 'session') }),
      ];
    case 'corporateAction':
      return [
        lots('sharesBefore', 'lotsBefore', { key: directionOf(facts) }),
        facts['action'] === 'split'
          ? plain('splitOf', `${whole(facts, 'numerator')} : ${whole(facts, 'denominator')}`)
          : plain(
              'amountEach',
              facts['denominator'] === 1
                ? units.money(whole(facts, 'amount'))
                : `${units.money(whole(facts, 'amount'))} ÷ ${whole(facts, 'denominator')}`,
            ),
        plain('actionReference', String(facts['reference'] ?? '')),
        plain('source', String(facts['source'] ?? '')),
      ];
    default:
      return [];
  }
}

/** The inputs that a receipt's declaration names, with the words of its room. */
function declaredInputs({ words, inputs }: ReceiptView, facts: Facts, units: Units): Input[] {
  const text = (name: string, as: FigureForm) =>
    as === 'money' ? units.money(whole(facts, name)) : as === 'time' ? whole(facts, name) : String(facts[name] ?? '');
  return Object.entries(inputs).map(([name, as]) => ({ name, label: `${words}.receipt.in_${name}`, as, text: text(name, as) }));
}

/** The receipt's main figure: the amount that moved, signed for the customer. `result` is the line of arithmetic that produces it. */
export function headlineOf(
  kind: SettlementKind,
  facts: Facts,
  units: Units,
  view?: ReceiptView,
): { as: 'money' | 'quantity' | 'price'; text: string; signed: boolean } {
  const money = (field: string) => units.money(whole(facts, field));
  if (view) return { as: 'money', text: money(view.headline), signed: true };
  switch (kind) {
    case 'positionFill':
      return facts['action'] === 'close'
        ? { as: 'money', text: money('profit'), signed: true }
        : { as: 'money', text: money('value'), signed: false };
    case 'fundingPayment':
      return { as: 'money', text: money('amount'), signed: true };
    case 'liquidation':
      return { as: 'quantity', text: units.quantity(whole(facts, 'lots')), signed: false };
    case 'deleverage':
      return { as: 'money', text: money('value'), signed: false };
    case 'mark':
      return { as: 'price', text: units.price(whole(facts, 'markTicks')), signed: false };
    case 'timed': {
      const text = facts['status'] === 'won' ? money('payout') : facts['status'] === 'lost' ? decimalNegate(money('stake')) : '0';
      return { as: 'money', text, signed: true };
    }
    case 'holdingCharge': {
      const amount = money('amount');
      return { as: 'money', text: decimalSign(amount) > 0 ? decimalNegate(amount) : amount, signed: true };
    }
    case 'corporateAction':
      return facts['action'] === 'split'
        ? { as: 'quantity', text: units.quantity(whole(facts, 'lotsAfter')), signed: false }
        : { as: 'money', text: money('cash'), signed: true };
    default:
      return { as: 'money', text: '0', signed: false };
  }
}
