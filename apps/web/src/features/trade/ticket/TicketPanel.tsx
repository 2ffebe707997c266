import { InstrumentKind } from '@bourse/protocol/enums';
import type { RefObject } from 'react';
import type { Instrument } from '../../../data/index.ts';
import { lazyWithWords } from '../lazy.ts';
import { SpotTicket } from '../spot/SpotTicket.tsx';

export type TicketPanelProps = {
  instrument: Instrument;
  dense: boolean;
  form?: RefObject<HTMLFormElement | null> | undefined;
  /** The sheet's head, for the terms that stay visible while the ticket scrolls. */
  head?: HTMLElement | null | undefined;
  /** Without fields: it shows and sends an order that was written as a sentence. */
  slip?: boolean | undefined;
};
type Props = Omit<TicketPanelProps, 'dense'> & { dense?: boolean | undefined };

const ContractPanel = lazyWithWords(() => import('../contract/ContractPanel.tsx').then((module) => module.ContractPanel));
const StockTicket = lazyWithWords(() => import('../stock/StockTicket.tsx').then((module) => module.StockTicket));

/** The ticket of an instrument, by its kind. */
export function TicketPanel({ instrument, dense = false, ...rest }: Props) {
  const Kind =
    instrument.kind === InstrumentKind.contract ? ContractPanel : instrument.kind === InstrumentKind.stock ? StockTicket : SpotTicket;
  return <Kind key={instrument.symbol} {...{ instrument, dense }} {...rest} />;
}
