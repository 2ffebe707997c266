import { externalIdOf } from '@bourse/chains';
import { type Engine, type EngineEvent, House, type PayoutState } from '@bourse/engine';
import { Wallet } from '@bourse/protocol/enums';
import type { OutsideChain, Sent } from './chain.ts';
import type { PayoutAudit } from './payout-audit.ts';
import { capital, digestOf } from './stage.ts';

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
const underWay: readonly (PayoutState | undefined)[] = ['sending', 'errored'];
const payoutOf = ({ payout }: Sent): number => Number(payout!.id.split(/[/ ]/)[1]);

/** Compares what the engine believes of the world outside with the chains as they are. */
export class OutsideAudit {
  private readonly chains: readonly OutsideChain[];
  private readonly problem: (what: string) => void;
  /** Deposits by the payment that they stand for. */
  private readonly credited = new Map<string, number>();

  constructor(chains: readonly OutsideChain[], problem: (what: string) => void) {
    this.chains = chains;
    this.problem = problem;
  }

  /** At the moment in which the credit became durable: later the payment may well be deep enough. */
  creditedNow(evidence: string, deposit: number): void {
    const depths = this.chains.flatMap(({ deepest, rail }) =>
      [...deepest].flatMap(([txHash, depth]) =>
        [0, 1].some((output) => digestOf('deposit', rail.rail, externalIdOf({ txHash, output })) === evidence) ? [depth - rail.needed] : [],
      ),
    );
    if (!depths.some((beyond) => beyond >= 0)) this.problem(`deposit ${deposit} was credited before its payment was final`);
  }

  hear(events: readonly EngineEvent[]): void {
    for (const event of events) {
      if (event.kind !== 'deposit' || event.state !== 'credited') continue;
      const before = this.credited.get(event.evidence);
      if (before !== undefined) this.problem(`one payment was credited as deposits ${before} and ${event.deposit}`);
      this.credited.set(event.evidence, event.deposit);
    }
  }

  verdict(engine: Engine, audit: PayoutAudit): void {
    for (const chain of this.chains) {
      const held = chain.blocks.flatMap((block) => block.held);
      const out = held.filter(({ payout }) => payout !== undefined);
      this.sent(chain, engine, audit);
      this.finalOnce(chain, out, engine, audit);
      this.balanced(chain, held, out, engine);
    }
    for (const [evidence, deposit] of this.credited)
      if (this.net(engine, evidence) !== 0n) this.problem(`deposit ${deposit} stands for nothing on a chain`);
  }

  /** Whatever was ever given to a chain was asked for by its owner and passed by people, for that destination and amount. */
  private sent({ everSent, rail }: OutsideChain, engine: Engine, { payouts }: PayoutAudit): void {
    for (const one of everSent.values()) {
      const number = payoutOf(one);
      const asked = payouts.get(number);
      const facts = engine.payments().payout(number);
      if (asked === undefined || facts === undefined) this.problem(`payout ${number} was sent and never asked for`);
      else if (asked.reviewed && !asked.passed) this.problem(`payout ${number} was sent and nobody passed it`);
      else if (facts.attempt !== 1) this.problem(`payout ${number} was sent without sendPayout`);
      else if (asked.rail !== rail.rail || asked.digest !== one.payout!.to || BigInt(asked.amount - asked.fee) !== one.payout!.units)
        this.problem(`payout ${number} was sent with another amount or destination`);
    }
  }

  private finalOnce({ rail }: OutsideChain, out: readonly Sent[], engine: Engine, { payouts }: PayoutAudit): void {
    for (const { payout, rail: of } of payouts.values()) {
      if (of !== rail.rail) continue;
      const times = out.filter((one) => payoutOf(one) === payout).length;
      const state = engine.payments().payout(payout)?.state;
      if (times > 1) this.problem(`payout ${payout} arrived ${times} times`);
      if (state === 'completed' ? times === 0 : times > 0 && !underWay.includes(state))
        this.problem(`payout ${payout} is ${state} and arrived ${times} times`);
    }
  }

  /** Custody − liabilities − seen, not credited + sent, not finished = 0. */
  private balanced({ rail }: OutsideChain, held: readonly Sent[], out: readonly Sent[], engine: Engine): void {
    const transfers = held.flatMap((one) => one.transfers);
    const unitsOf = (sent: readonly Sent[]) => sum(sent.map(({ payout }) => payout!.units));
    const custody = capital + sum(transfers.map(({ units }) => units)) - unitsOf(out);
    const external = engine.balances(House.external).find(({ wallet, asset }) => wallet === Wallet.coin && asset === rail.asset);
    const seen = transfers.map((transfer) => {
      const evidence = digestOf('deposit', rail.rail, externalIdOf(transfer));
      const net = this.net(engine, evidence);
      this.credited.delete(evidence);
      return transfer.units - net;
    });
    const unfinished = unitsOf(out.filter((one) => underWay.includes(engine.payments().payout(payoutOf(one))?.state)));
    const difference = custody + (external?.available ?? 0n) - sum(seen) + unfinished;
    if (difference !== 0n) this.problem(`custody of asset ${rail.asset} differs by ${difference}`);
  }

  /** What a payment was credited with and has not been taken back. */
  private net(engine: Engine, evidence: string): bigint {
    const number = this.credited.get(evidence);
    const deposit = number === undefined ? undefined : engine.payments().deposit(number);
    return deposit === undefined ? 0n : deposit.amount - deposit.taken - deposit.lost;
  }
}
