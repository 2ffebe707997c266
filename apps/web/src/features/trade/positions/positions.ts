import { decimalMultiply, decimalRound, decimalSubtract, profitPercentage } from '@bourse/money';
import type { Position } from '@bourse/protocol';
import { InstrumentKind, PositionDirection } from '@bourse/protocol/enums';
import { useMemo } from 'react';
import { lastValue, useContractPage, useMarkOnly, useSignedIn, useStockPage, useTickOnly } from '../../../data/index.ts';

export type { Position, PositionOrder, Settlement } from '@bourse/protocol';

export type PositionKind = typeof InstrumentKind.contract | typeof InstrumentKind.stock;
export type OrderView = 'orders' | 'order-history';

const none: readonly never[] = [];

/** One interface for the pages of contracts and stocks: both products have answers of the same shape. */
export function usePositionPage(kind: PositionKind, view: Parameters<typeof useContractPage>[0], pageSize?: number, symbol?: string) {
  const page = kind === InstrumentKind.contract ? useContractPage : useStockPage;
  return page(view, pageSize, symbol);
}

export function useOpenPositions(kind: PositionKind, symbol?: string): readonly Position[] {
  const signedIn = useSignedIn();
  const list = lastValue(usePositionPage(kind, 'positions'))?.positions?.list;
  return useMemo(() => {
    if (!signedIn || !list) return none;
    return symbol === undefined ? list : list.filter((position) => position.symbol === symbol);
  }, [signedIn, list, symbol]);
}

export const isLongPosition = (position: Pick<Position, 'direction'>): boolean => position.direction === PositionDirection.long;

/** The price that values a position now: a contract's mark, a stock's last price; until the first arrives, the server's. */
export function useLivePrice(position: Pick<Position, 'kind' | 'symbol' | 'markPrice'>): string | null {
  const contract = position.kind === InstrumentKind.contract;
  const mark = useMarkOnly(contract ? position.symbol : undefined);
  const tick = useTickOnly(contract ? undefined : position.symbol);
  return mark?.mark ?? (tick && tick.at > 0 ? tick.pe : undefined) ?? position.markPrice;
}

export interface Worth {
  plAmount: string;
  plRatio: string;
}
/**
 * Profit and its ratio by the formulas of the product specification, section 9, from what the lots were opened for: the average price is cut.
 * The formula's margin is the opening margin, so margin added later protects the position and changes no profit.
 */
export function worthAt(position: Pick<Position, 'entryValue' | 'quantity' | 'lever' | 'direction'>, price: string): Worth {
  const { entryValue } = position;
  const value = decimalMultiply(price, position.quantity);
  const isLong = isLongPosition(position);
  const plAmount = decimalRound(isLong ? decimalSubtract(value, entryValue) : decimalSubtract(entryValue, value), 2);
  return { plAmount, plRatio: profitPercentage({ marketPrice: value, openPrice: entryValue, isLong, leverage: String(position.lever) }) };
}
