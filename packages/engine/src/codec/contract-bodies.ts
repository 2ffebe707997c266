import type { MarginMode, OrderPriceType, PositionAction, PositionDirection, TimeInForce } from '@bourse/protocol/enums';
import type {
  ChangeMargin,
  CloseAllPositions,
  DefineContract,
  PlaceContractOrder,
  ReverseAllPositions,
  ReversePosition,
  SetPositionStops,
} from '../commands.ts';
import { type ByteReader, type ByteWriter, CodecError } from './bytes.ts';
import { bits, readBits, readList, within, writeList } from './lists.ts';

/** Bodies of the commands of contracts. */
export type ContractCommand =
  | DefineContract
  | PlaceContractOrder
  | SetPositionStops
  | ChangeMargin
  | CloseAllPositions
  | ReversePosition
  | ReverseAllPositions;

export function writeContractBody(w: ByteWriter, command: ContractCommand): void {
  switch (command.kind) {
    case 'defineContract':
      w.count(command.instrument);
      writeList(w, command.tiers, (tier) => {
        w.count(tier.maxNotional);
        w.count(tier.maxLeverage);
        w.count(tier.maintenancePpm);
      });
      w.count(command.liquidationFeePpm);
      w.count(command.markBandBps);
      w.count(command.fundingIntervalMs);
      w.count(command.interestE8);
      w.count(command.fundingCapE8);
      break;
    case 'placeContractOrder':
      writePlace(w, command);
      break;
    case 'setPositionStops':
      w.count(command.account);
      w.count(command.position);
      w.count(command.lots);
      w.count(command.takeProfitTicks);
      w.count(command.stopLossTicks);
      break;
    case 'changeMargin':
      w.count(command.account);
      w.count(command.position);
      w.flag(command.add);
      w.count(command.amount);
      break;
    case 'closeAllPositions':
      w.count(command.account);
      w.count(command.instrument);
      break;
    case 'reversePosition':
      w.count(command.account);
      w.count(command.position);
      break;
    case 'reverseAllPositions':
      w.count(command.account);
      break;
  }
}

export function readContractBody(r: ByteReader, kind: ContractCommand['kind']): ContractCommand {
  switch (kind) {
    case 'defineContract':
      return {
        kind,
        instrument: r.count(),
        tiers: readList(r, () => ({ maxNotional: r.count(), maxLeverage: r.count(), maintenancePpm: r.count() })),
        liquidationFeePpm: r.count(),
        markBandBps: r.count(),
        fundingIntervalMs: r.count(),
        interestE8: r.count(),
        fundingCapE8: r.count(),
        fundingInParts: false,
      };
    case 'placeContractOrder':
      return readPlace(r);
    case 'setPositionStops':
      return {
        kind,
        account: r.count(),
        position: r.count(),
        lots: r.count(),
        takeProfitTicks: r.count(),
        stopLossTicks: r.count(),
      };
    case 'changeMargin':
      return { kind, account: r.count(), position: r.count(), add: r.flag(), amount: r.count() };
    case 'closeAllPositions':
      return { kind, account: r.count(), instrument: r.count() };
    case 'reversePosition':
      return { kind, account: r.count(), position: r.count() };
    case 'reverseAllPositions':
      return { kind, account: r.count() };
  }
}

/** What came to the rules of contracts later. A definition with none of it has the bytes that it always had; one with any ends with these. */
const switchesOf = ({ fundingInParts }: DefineContract) => [fundingInParts];
export const hasSwitches = (command: DefineContract) => switchesOf(command).some((on) => on);

export function writeSwitches(w: ByteWriter, command: DefineContract): void {
  w.byte(bits(...switchesOf(command)));
}

export function readSwitched(r: ByteReader): DefineContract {
  const command = readContractBody(r, 'defineContract') as DefineContract;
  const [fundingInParts] = readBits(r, 1) as [boolean];
  return { ...command, fundingInParts };
}

/** Direction, action, post-only, type and time in force share a byte: 1 + 1 + 1 + 3 + 2 bits. Fields that are often zero have a bit each that says so. */
function writePlace(w: ByteWriter, order: PlaceContractOrder): void {
  const { direction, action, type, tif, mode, postOnly } = order;
  if (!within(direction - 1, 1) || !within(action - 1, 1) || !within(type, 7) || !within(tif, 3) || typeof postOnly !== 'boolean') {
    throw new CodecError('unencodable', 'an order with an unknown direction, action, type or time in force');
  }
  if (!within(mode - 1, 1)) throw new CodecError('unencodable', 'an order with an unknown margin mode');
  w.count(order.account);
  w.byte((direction - 1) | ((action - 1) << 1) | (postOnly ? 4 : 0) | (type << 3) | (tif << 6));
  const rare = rareOf(order);
  w.byte(rare.reduce((bits, value, at) => bits | (value !== 0 ? 1 << at : 0), (mode - 1) << rare.length));
  w.count(order.instrument);
  w.count(order.leverage);
  for (const value of rare) if (value !== 0) w.count(value);
}

const rareOf = (order: PlaceContractOrder) => [
  order.priceTicks,
  order.triggerTicks,
  order.lots,
  order.takeProfitTicks,
  order.stopLossTicks,
];

function readPlace(r: ByteReader): PlaceContractOrder {
  const account = r.count();
  const flags = r.byte();
  const given = r.byte();
  if (given > 0x3f) throw new CodecError('corrupt', 'an order with unknown bits');
  const rare = (at: number) => (given & (1 << at) ? r.count() : 0);
  return {
    kind: 'placeContractOrder',
    account,
    instrument: r.count(),
    direction: ((flags & 1) + 1) as PositionDirection,
    action: (((flags >> 1) & 1) + 1) as PositionAction,
    type: ((flags >> 3) & 7) as OrderPriceType,
    tif: (flags >> 6) as TimeInForce,
    mode: ((given >> 5) + 1) as MarginMode,
    leverage: r.count(),
    priceTicks: rare(0),
    triggerTicks: rare(1),
    lots: rare(2),
    takeProfitTicks: rare(3),
    stopLossTicks: rare(4),
    postOnly: (flags & 4) !== 0,
  };
}
