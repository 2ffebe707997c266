import { divCeil, divFloor } from '@bourse/money';
import { PositionDirection } from '@bourse/protocol/enums';
import type { EngineEvent, FundingEndEvent, FundingPaymentEvent, FundingRoundEvent, PositionEvent } from '../events.ts';
import { AuditFailed, agree, type Count } from './audit.ts';
import type { Holdings } from './holdings.ts';
import { e8, fundingRate, sum } from './margin-rules.ts';
import type { Markets } from './markets.ts';

/** A round with payments still to come: what each position owed at its instant, and what has moved since. */
interface Round {
  instrument: number;
  payers: Map<number, bigint>;
  receivers: Map<number, bigint>;
  owed: bigint;
  paid: bigint;
  received: bigint;
  /** The event that announced the round. */
  stated: FundingRoundEvent;
}

/** Recomputes funding: the rate of each round, what every position pays or receives, and what moves, in one command or in many. */
export class FundingAuditor {
  private readonly markets: Markets;
  private readonly holdings: Holdings;
  private readonly count: Count;
  private readonly rounds = new Map<number, Round>();
  /** Positions that paid less than they owed and must therefore have nothing left. */
  private readonly exhausted = new Set<number>();

  constructor(markets: Markets, holdings: Holdings, count: Count) {
    this.markets = markets;
    this.holdings = holdings;
    this.count = count;
  }

  hear(event: EngineEvent): void {
    if (event.kind === 'fundingRound') this.hearRound(event);
    else if (event.kind === 'fundingPayment') this.hearPayment(event);
    else if (event.kind === 'fundingEnd') this.hearEnd(event);
    else if (event.kind === 'position') this.hearPosition(event);
  }

  /** Checks after a command that finished rounds add up, and that unfinished ones only wait for work that was left over. */
  check(leftOver: boolean): void {
    for (const [number, round] of this.rounds) {
      if (this.open(round) === 0) this.finish(number, round, round.stated);
      else if (!leftOver) throw new AuditFailed('funding', 'nothing', [...round.payers.keys(), ...round.receivers.keys()]);
    }
  }

  private hearRound(event: FundingRoundEvent): void {
    const market = this.markets.of(event.instrument);
    const { rules, mark } = market;
    const isVoid = mark === 0n || Math.abs(event.due - market.indexTime) > 5000;
    const rate = fundingRate(sum(market.premium), BigInt(market.premium.length), BigInt(rules.interestE8), BigInt(rules.fundingCapE8));
    agree('void', event.void, isVoid);
    agree('rate', event.rateE8, rate);
    agree('premium', event.premiumSumE8, sum(market.premium));
    agree('mark of the round', event.markTicks, mark);
    agree('instant', event.due % rules.fundingIntervalMs, 0);
    market.premium = [];
    this.count(isVoid ? 'voidRounds' : 'rounds');
    this.rounds.set(event.round, this.roundOf(event, isVoid ? 0n : rate));
  }

  /** What each position pays or is due to receive; nothing at a rate of zero. */
  private roundOf(stated: FundingRoundEvent, rate: bigint): Round {
    const { instrument } = stated;
    const { mark, unit } = this.markets.of(instrument);
    const round: Round = { instrument, payers: new Map(), receivers: new Map(), owed: 0n, paid: 0n, received: 0n, stated };
    if (rate === 0n) return round;
    for (const p of this.holdings.in(instrument)) {
      const exact = BigInt(p.lots) * mark * unit * (rate < 0n ? -rate : rate);
      if ((p.direction === PositionDirection.long) === rate > 0n) round.payers.set(p.position, divCeil(exact, e8));
      else round.receivers.set(p.position, divFloor(exact, e8));
    }
    round.owed = sum([...round.receivers.values()]);
    return round;
  }

  private hearPayment(event: FundingPaymentEvent): void {
    const round = this.rounds.get(event.round);
    const owes = round?.payers.get(event.position);
    const owed = round?.receivers.get(event.position);
    this.count('payments');
    if (round !== undefined && owes !== undefined) this.hearPaid(event, round, owes);
    else if (round !== undefined && owed !== undefined) this.hearReceived(event, round, owed);
    else throw new AuditFailed('funding', event.position, 'nothing');
  }

  /** A payer pays everything it owes, or everything it has. */
  private hearPaid(event: FundingPaymentEvent, round: Round, owes: bigint): void {
    const paid = BigInt(-event.amount);
    agree('owed', event.owed, -owes);
    agree('paid more than is owed', paid > owes || paid < 0n, false);
    if (paid < owes) {
      agree('available of who paid too little', this.available(event.account), 0n);
      this.exhausted.add(event.position);
    }
    round.paid += paid;
    round.payers.delete(event.position);
  }

  /** A receiver gets its share of what all payers paid. */
  private hearReceived(event: FundingPaymentEvent, round: Round, owed: bigint): void {
    agree('payers of the round to come', round.payers.size, 0);
    const amount = round.owed <= round.paid ? owed : divFloor(owed * round.paid, round.owed);
    agree('owed', event.owed, owed);
    agree('amount', event.amount, amount);
    round.received += amount;
    round.receivers.delete(event.position);
  }

  /** A payment may come out of the margin only when the available balance is used up. */
  private hearPosition(event: PositionEvent): void {
    const before = this.holdings.positions.get(event.position);
    if (event.reason === 'funding' && before !== undefined && event.margin < before.margin)
      agree('available of who paid from the margin', this.available(event.account), 0n);
    if (this.exhausted.delete(event.position)) agree('margin of who paid too little', event.margin, 0);
  }

  private hearEnd(event: FundingEndEvent): void {
    const round = this.rounds.get(event.round);
    if (round === undefined) throw new AuditFailed('funding round that ends', event.round, 'one under way');
    this.count('roundsInParts');
    agree('paid when the round began', round.stated.paid + round.stated.received, 0);
    this.finish(event.round, round, event);
  }

  private finish(number: number, round: Round, told: { paid: number; received: number }): void {
    agree('positions the round has left', this.open(round), 0);
    agree('paid', told.paid, round.paid);
    agree('received', told.received, round.received);
    agree('more received than paid', round.received > round.paid, false);
    this.rounds.delete(number);
  }

  private open = ({ payers, receivers }: Round) => payers.size + receivers.size;

  private available(account: number): bigint {
    return this.holdings.balances.get(account)?.available ?? 0n;
  }
}
