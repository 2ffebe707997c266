import { InstrumentKind } from '@bourse/protocol/enums';
import type { RefObject } from 'react';
import type { Instrument } from '../../../data/index.ts';
import { lazyWithWords } from '../lazy.ts';
import { SpotTicket } from '../spot/SpotTicket.tsx';

export type TicketPanelProps = { instrument: Instrument; dense: boolean; form?: RefObject<HTMLFormElement | null> | undefined };

const ContractPanel = lazyWithWords(() => import('../contract/ContractPanel.tsx').then((module) => module.ContractPanel));
const StockTicket = lazyWithWords(() => import('../stock/StockTicket.tsx').then((module) => module.StockTicket));

/** The ticket of an instrument, by its kind. */
export function TicketPanel({ instrument, dense = false, form }: Omit<TicketPanelProps, 'dense'> & { dense?: boolean | undefined }) {
  const Kind =
    instrument.kind === InstrumentKind.contract ? ContractPanel : instrument.kind === InstrumentKind.stock ? StockTicket : SpotTicket;
  return <Kind key={instrument.symbol} {...{ instrument, dense, form }} />;
}
