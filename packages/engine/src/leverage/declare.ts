import { OrderPriceType, PositionAction, PositionDirection, TimeInForce } from '@bourse/protocol/enums';
import { type CommandOf, command, declare } from '../define/declare.ts';
import { choice, count, flag, type ValuesOf } from '../define/field.ts';
import { instrument, position } from '../define/names.ts';

/** What orders of contracts and stocks have in common. A long and a short of one account may be open at the same time. */
export const positionOrder = {
  instrument,
  direction: choice(PositionDirection),
  /** `close` never opens: it takes at most what is open when it trades. */
  action: choice(PositionAction),
  type: choice(OrderPriceType),
  tif: choice(TimeInForce),
  priceTicks: count('ownPrice'),
  triggerTicks: count('ownPrice'),
  /** 0 with `close`: all that is open. */
  lots: count('ownQuantity'),
  /** `open` only. It must equal the leverage of an open position. */
  leverage: count('choice'),
  postOnly: flag(),
  /** `open` only: take-profit and stop-loss of the whole position from the first fill on; 0 for none. */
  takeProfitTicks: count('ownPrice'),
  stopLossTicks: count('ownPrice'),
};
export type PositionOrder = { account: number } & ValuesOf<typeof positionOrder>;

/** What contracts and stocks share: positions and their protection. */
export const leverage = declare('leverage', {
  commands: {
    /** Take-profit and stop-loss of a position: of the whole (lots 0; replaces, 0 removes), or further ones of a part. */
    setPositionStops: command(19, {
      by: 'customer',
      fields: { position, lots: count('ownQuantity'), takeProfitTicks: count('ownPrice'), stopLossTicks: count('ownPrice') },
    }),
  },
});
export type SetPositionStops = CommandOf<typeof leverage, 'setPositionStops'>;
