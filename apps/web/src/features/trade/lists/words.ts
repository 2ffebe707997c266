import { OrderStatus } from '@bourse/protocol/enums';
import type { ChipTone } from '@bourse/ui';

export const statusTone = (status: OrderStatus): ChipTone =>
  status === OrderStatus.filled
    ? 'ok'
    : status === OrderStatus.rejected
      ? 'error'
      : status === OrderStatus.open || status === OrderStatus.partlyFilled
        ? 'yours'
        : 'plain';
