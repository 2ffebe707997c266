import type { OrderPriceType, OrderSide, TimeInForce } from '@bourse/protocol/enums';
import { type ByteReader, type ByteWriter, CodecError } from '../define/bytes.ts';
import type { ValuesOf } from '../define/field.ts';
import type { amend, BatchItem, place } from './fields.ts';

/** Short binary forms of the most frequent commands. */

type PlaceBody = ValuesOf<typeof place>;
type AmendBody = ValuesOf<typeof amend>;
type Owned<Body> = Body & { account: number };

const isWithin = (value: number, max: number) => Number.isInteger(value) && value >= 0 && value <= max;

/** Side, post-only, type and time in force share a byte: 1 + 1 + 3 + 2 bits. Fields that are usually zero come last, each under its own bit. */
function writePlace(w: ByteWriter, order: PlaceBody): void {
  const { side, type, tif, postOnly, priceTicks, triggerTicks, lots, quoteAmount } = order;
  if (!isWithin(side, 1) || !isWithin(type, 7) || !isWithin(tif, 3) || typeof postOnly !== 'boolean') {
    throw new CodecError('unencodable', 'an order with an unknown side, type or time in force');
  }
  w.byte(side | (postOnly ? 2 : 0) | (type << 2) | (tif << 5));
  w.byte((priceTicks !== 0 ? 1 : 0) | (triggerTicks !== 0 ? 2 : 0) | (lots !== 0 ? 4 : 0) | (quoteAmount !== 0 ? 8 : 0));
  w.count(order.instrument);
  if (priceTicks !== 0) w.count(priceTicks);
  if (triggerTicks !== 0) w.count(triggerTicks);
  if (lots !== 0) w.count(lots);
  if (quoteAmount !== 0) w.count(quoteAmount);
}

function readPlace(r: ByteReader): PlaceBody {
  const flags = r.byte();
  const given = r.byte();
  if (flags > 0x7f || given > 0x0f) throw new CodecError('corrupt', 'an order with unknown bits');
  return {
    instrument: r.count(),
    side: (flags & 1) as OrderSide,
    type: ((flags >> 2) & 7) as OrderPriceType,
    tif: (flags >> 5) as TimeInForce,
    priceTicks: given & 1 ? r.count() : 0,
    triggerTicks: given & 2 ? r.count() : 0,
    lots: given & 4 ? r.count() : 0,
    quoteAmount: given & 8 ? r.count() : 0,
    postOnly: (flags & 2) !== 0,
  };
}

function writeAmend(w: ByteWriter, { order, lots, priceTicks }: AmendBody): void {
  w.count(order);
  w.count(lots);
  w.count(priceTicks);
}

const readAmend = (r: ByteReader): AmendBody => ({ order: r.count(), lots: r.count(), priceTicks: r.count() });

export const packedPlace = {
  write(w: ByteWriter, command: Owned<PlaceBody>): void {
    w.count(command.account);
    writePlace(w, command);
  },
  read: (r: ByteReader) => ({ account: r.count(), ...readPlace(r) }),
};

export const packedAmend = {
  write(w: ByteWriter, command: Owned<AmendBody>): void {
    w.count(command.account);
    writeAmend(w, command);
  },
  read: (r: ByteReader) => ({ account: r.count(), ...readAmend(r) }),
};

const Item = { place: 0, amend: 1, cancel: 2 } as const;

export const packedBatchItem = {
  write(w: ByteWriter, item: BatchItem): void {
    if (item?.kind === 'placeOrder') {
      w.byte(Item.place);
      writePlace(w, item);
    } else if (item?.kind === 'amendOrder') {
      w.byte(Item.amend);
      writeAmend(w, item);
    } else if (item?.kind === 'cancelOrder') {
      w.byte(Item.cancel);
      w.count(item.order);
    } else throw new CodecError('unencodable', 'not an item of a batch');
  },
  read(r: ByteReader): BatchItem {
    const item = r.byte();
    if (item === Item.place) return { kind: 'placeOrder', ...readPlace(r) };
    if (item === Item.amend) return { kind: 'amendOrder', ...readAmend(r) };
    if (item === Item.cancel) return { kind: 'cancelOrder', order: r.count() };
    throw new CodecError('corrupt', 'not an item of a batch');
  },
};
