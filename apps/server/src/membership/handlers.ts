import type { LevelBoughtEvent, LevelDayEvent, MembershipEvent, MembershipView } from '@bourse/engine';
import { dayMs, withoutLevels } from '@bourse/engine';
import { divFloor, formatUnits } from '@bourse/money';
import type { LevelSource, MembershipRow, VipConfig, VipLevel } from '@bourse/protocol';
import { InstrumentKind, type Venue } from '@bourse/protocol/enums';
import { resultOf } from '../calls/answers.ts';
import { amountText, percentOfPpm } from '../calls/figures.ts';
import type { Handlers, SignedInContext } from '../calls/handlers.ts';
import { nearlyLive, readNow, submit, type TradingPorts } from '../calls/trading.ts';
import { pageOf } from '../projections/happenings.ts';
import type { Applied } from '../sequencer/port.ts';
import { assetOf } from '../wallets/balances.ts';
import { applicationsOf, matchDays } from './applications.ts';

type Names =
  | 'GET pay/vip-config/list'
  | 'GET pay/vip-purchase/detail'
  | 'POST pay/vip-purchase/buy'
  | 'POST system/sys-member-vip/apply-plus';

const shownHistory = 30;
const day = BigInt(dayMs);
/** Volumes are in minor units of USDT. */
const usdtScale = 6;
const volumeText = (units: number) => formatUnits(BigInt(units), usdtScale);

/** What gives the level in use: of several, the first of these. */
function sourceOf({ feeClass, ownClass, volumeLevel, boughtLevel, grantedLevel, plus }: MembershipView): LevelSource {
  if (feeClass === 0) return 'none';
  if (volumeLevel === feeClass) return 'volume';
  if (boughtLevel === feeClass) return 'bought';
  if (grantedLevel === feeClass) return 'given';
  return ownClass === feeClass || plus !== 'holds' ? 'set' : 'plus';
}

/** VIP levels and PLUS: the engine has everything about them but applications. */
export const membershipHandlers = (ports: TradingPorts): Handlers<Names> => {
  const { catalogue } = ports.market;

  /** The highest rates of a product: what one pays at most. */
  const ratesOf = (kind: InstrumentKind, feeClass: number) => {
    const traded = catalogue.filed.filter((one) => one.tradable && one.kind === kind);
    if (traded.length === 0) return null;
    const most = (rates: (one: (typeof traded)[number]) => readonly number[]) =>
      percentOfPpm(Math.max(...traded.map((one) => rates(one)[Math.min(feeClass, rates(one).length - 1)] ?? 0)));
    return { taker: most((one) => one.takerFeePpm), maker: most((one) => one.makerFeePpm) };
  };

  const feesOf = (feeClass: number): VipLevel['fees'] => ({
    spot: ratesOf(InstrumentKind.coin, feeClass),
    contract: ratesOf(InstrumentKind.contract, feeClass),
    stock: ratesOf(InstrumentKind.stock, feeClass),
  });

  const configOf = async (venue: Venue): Promise<VipConfig> => {
    const { value } = await ports.venues[venue].read((engine) => engine.levels());
    const { rules, version } = value ?? withoutLevels;
    const asset = catalogue.assetById(rules.asset);
    const price = (units: number) => (units === 0 || !asset ? null : amountText(asset, BigInt(units)));
    const first = { level: 0, volume: '0', price: null, fees: feesOf(0) };
    const levels = rules.volumes.map((volume, at) => ({
      ...{ level: at + 1, volume: volumeText(volume), price: price(rules.prices[at] ?? 0), fees: feesOf(at + 1) },
    }));
    const plus = { level: rules.plusLevel, price: price(rules.plusPrice) };
    return { version, asset: asset?.code ?? 'USDT', levels: [first, ...levels], plus, matchDays };
  };

  const sentOf = (context: SignedInContext, applied: Applied) => {
    resultOf(applied);
    return { commandId: context.commandId, seq: String(applied.seq), repeated: applied.repeated };
  };

  const rowOf = (one: LevelBoughtEvent | LevelDayEvent | MembershipEvent): MembershipRow => {
    const { kind, seq, index, time } = one;
    const receipt = { kind, seq: String(seq), index };
    const amountOf = (units: number, id: number) =>
      id === 0 ? { amount: null, asset: null } : { amount: amountText(assetOf(ports, id), BigInt(units)), asset: assetOf(ports, id).code };
    if (kind === 'levelDay') return { time, what: 'volume', level: one.level, amount: null, asset: null, until: null, receipt };
    if (kind === 'levelBought')
      return { time, what: 'bought', level: one.level, ...amountOf(one.price - one.credit, one.asset), until: one.until, receipt };
    const given = one.cause === 'granted';
    const figures = { level: given ? one.grantedLevel : one.boughtLevel, until: given ? one.grantedUntil : null };
    return { time, what: one.cause, ...figures, ...amountOf(one.amount, one.asset), receipt: null };
  };

  /** Purchases are shown with their receipts, so what they changed is left out. */
  const historyOf = async ({ session: { venue, account: owner } }: SignedInContext): Promise<MembershipRow[]> => {
    const kinds = ['levelBought', 'levelDay', 'membership'] as const;
    const of = {
      table: 'happening',
      venue,
      owner,
      kinds,
      where: `(kind <> 'membership' OR event->>'cause' <> 'bought')`,
      values: [],
    } as const;
    const { list } = await pageOf(ports.database, of, shownHistory, 0);
    return list.map(rowOf);
  };

  return {
    'GET pay/vip-config/list': async (_, { session }) => {
      const config = await configOf(session?.venue ?? 'real');
      // Visitors see what a practice account has where real accounts have nothing.
      return session || config.version > 0 ? config : configOf('demo');
    },

    'GET pay/vip-purchase/detail': async (_, context) => {
      const { account, customerId } = context.session;
      const { seq, value } = await readNow(ports, context, (engine) => ({
        ...{ member: engine.membership(account), levels: engine.levels() ?? withoutLevels, time: engine.time },
      }));
      if (!value.member) throw new Error(`account ${account} is signed in and not open`);
      await nearlyLive(ports, context, seq);
      const [applications, history] = await Promise.all([applicationsOf(ports.database, customerId), historyOf(context)]);
      const { member, time } = value;
      const { days, boughtLevel, boughtFrom, boughtUntil, boughtFor, grantedLevel, grantedUntil } = member;
      const asset = catalogue.assetById(value.levels.rules.asset);
      const text = (units: bigint) => (asset ? amountText(asset, units) : '0');
      const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);
      const source = sourceOf(member);
      const rest =
        boughtLevel === 0
          ? 0n
          : divFloor(BigInt(boughtFor) * divFloor(BigInt(boughtUntil - time), day) * day, BigInt(boughtUntil - boughtFrom));
      return {
        ...{ level: member.feeClass, source },
        until: source === 'bought' ? boughtUntil : source === 'given' ? grantedUntil : null,
        ...{ volumeLevel: member.volumeLevel, volume: volumeText(sum(days.slice(0, -1))) },
        volumeByDay: days.map((volume, at) => ({ day: (member.today - days.length + 1 + at) * dayMs, volume: volumeText(volume) })),
        tomorrow: { level: member.tomorrowLevel, volume: volumeText(sum(days.slice(1))), dropsOut: volumeText(days[0] ?? 0) },
        bought: boughtLevel === 0 ? null : { level: boughtLevel, until: boughtUntil, credit: text(rest) },
        given: grantedLevel === 0 ? null : { level: grantedLevel, until: grantedUntil },
        plus: { state: member.plus, frozen: text(BigInt(member.plusFrozen)) },
        ...{ applications, history },
      };
    },

    'POST pay/vip-purchase/buy': async ({ wallet, level, version }, context) => {
      const { account } = context.session;
      return sentOf(context, await submit(ports, context, { kind: 'buyLevel', account, wallet, level, version }));
    },

    'POST system/sys-member-vip/apply-plus': async ({ wallet, version }, context) => {
      const { account } = context.session;
      return sentOf(context, await submit(ports, context, { kind: 'applyPlus', account, wallet, version }));
    },
  };
};
