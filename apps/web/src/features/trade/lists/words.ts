import { OrderStatus } from '@bourse/protocol/enums';
import type { ChipTone } from '@bourse/ui';
import { tMaybe } from '../../../i18n/index.ts';

export const statusTone = (status: OrderStatus): ChipTone =>
  status === OrderStatus.filled
    ? 'ok'
    : status === OrderStatus.rejected
      ? 'error'
      : status === OrderStatus.open || status === OrderStatus.partlyFilled
        ? 'yours'
        : 'plain';

/** Why an order is as it is, in words; the engine's own word where we have no sentence. */
export const reasonText = (reason: string): string => tMaybe(`trade.reason${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}`) ?? reason;
