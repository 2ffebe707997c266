import { Refusal } from '@bourse/protocol/errors';
import { resultOf } from '../../calls/answers.ts';
import type { Handlers, SignedInContext } from '../../calls/handlers.ts';
import { idNumber, nearlyLive, submit, type TradingPorts } from '../../calls/trading.ts';
import type { Rails } from '../port.ts';
import { createQuote } from './quote.ts';
import { mustFind, type PayoutReads, statesOf } from './read.ts';
import { createRequest, type RequestParts } from './request.ts';

type Names =
  | 'POST pay/withdrawal'
  | 'GET pay/withdrawal/fee'
  | 'GET pay/withdrawal/page'
  | 'GET pay/withdrawal/detail'
  | 'GET pay/withdrawal/detail-list'
  | 'PUT pay/withdrawal/cancel/{id}';

export interface PayoutParts extends RequestParts {
  ports: TradingPorts;
  rails: Rails;
  reads: PayoutReads;
}

export function payoutHandlers({ ports, rails, reads, book, lists, key, off, item }: PayoutParts): Handlers<Names> {
  const request = createRequest({ ports, rails, book, lists, key, off, item });
  const quote = createQuote({ ports, rails, book, reads, off });
  const live = (context: SignedInContext) => nearlyLive(ports, context);
  return {
    'POST pay/withdrawal': (input, context) => request(input, context),
    'GET pay/withdrawal/fee': (input, context) => quote(input, context),
    'GET pay/withdrawal/page': async ({ pageNo, pageSize, status, channel, asset, from, to }, context) => {
      await live(context);
      const wanted = rails
        .all()
        .filter((rail) => (channel === undefined || rail.rail === channel) && (asset === undefined || rail.asset.code === asset));
      const { list, total } = await reads.page(
        context.session.account,
        {
          ...{ states: status === undefined ? null : statesOf(status), rails: wanted.map(({ rail }) => rail) },
          ...{ from: from ?? null, to: to ?? null },
        },
        pageSize,
        (pageNo - 1) * pageSize,
      );
      return { list, total, pageNo, pageSize };
    },
    'GET pay/withdrawal/detail': async ({ id }, context) => {
      await live(context);
      return mustFind(await reads.ofOwner(context.session.account, [id]));
    },
    'GET pay/withdrawal/detail-list': async ({ ids }, context) => {
      await live(context);
      return reads.ofOwner(context.session.account, ids.split(','));
    },
    'PUT pay/withdrawal/cancel/{id}': async ({ id }, context) => {
      const payout = idNumber(id);
      if (payout === undefined) throw new Refusal('payoutUnknown');
      const applied = await submit(ports, context, { kind: 'cancelPayout', account: context.session.account, payout });
      resultOf(applied);
      return { commandId: context.commandId, seq: String(applied.seq), repeated: applied.repeated };
    },
  };
}
