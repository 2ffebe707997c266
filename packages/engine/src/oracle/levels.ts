import { Wallet } from '@bourse/protocol/enums';
import type { ErrorName } from '@bourse/protocol/errors';
import type { BuyLevel, DefineLevels } from '../commands.ts';
import { firstCustomer, House } from '../core/accounts.ts';
import type { Outcome } from '../events.ts';
import type { Vault } from './vault.ts';

const dayMs = 86_400_000;
const termMs = 30 * dayMs;
const done: Outcome = { ok: true, result: { kind: 'done' } };
const no = (error: ErrorName): Outcome => ({ ok: false, error });

interface Bought {
  level: number;
  from: number;
  until: number;
  paid: bigint;
}

/** Levels as the rules describe them: every trade is kept, and a level is found by adding up all of them. Trades for USDT only. */
export class OracleLevels {
  usdt = 0;
  private rules: DefineLevels | undefined;
  private version = 0;
  private readonly trades: { account: number; day: number; value: bigint }[] = [];
  private readonly bought = new Map<number, Bought>();

  define(rules: DefineLevels, known: boolean): Outcome {
    if (!known) return no('assetUnknown');
    const { volumes, prices, plusLevel } = rules;
    if (this.rules !== undefined && this.rules.asset !== rules.asset) return no('badRequest');
    const sorted = [...volumes].sort((a, b) => a - b);
    if (new Set(volumes).size < volumes.length || sorted.join() !== volumes.join()) return no('badRequest');
    if (prices.length !== volumes.length || plusLevel > volumes.length) return no('badRequest');
    this.rules = rules;
    this.version += 1;
    return done;
  }

  classOf(account: number, own: number, time: number): number {
    const bought = this.bought.get(account);
    return Math.max(own, this.byVolume(account, time), bought !== undefined && bought.until > time ? bought.level : 0);
  }

  byVolume(account: number, time: number): number {
    const today = Math.floor(time / dayMs);
    const counted = this.trades.filter((one) => one.account === account && one.day < today && one.day >= today - 30);
    const volume = counted.reduce((sum, { value }) => sum + value, 0n);
    return (this.rules?.volumes ?? []).filter((needed) => volume >= BigInt(needed)).length;
  }

  traded(taker: number, maker: number, quote: bigint, asset: number, time: number): void {
    if (this.rules === undefined || asset !== this.usdt) return;
    for (const account of [taker, maker])
      if (account >= firstCustomer) this.trades.push({ account, day: Math.floor(time / dayMs), value: quote });
  }

  buy({ account, wallet, level, version }: BuyLevel, own: number, vault: Vault, time: number): Outcome {
    const { rules } = this;
    const price = BigInt(rules?.prices[level - 1] ?? 0);
    if (rules === undefined || price === 0n) return no('levelUnknown');
    if (version !== this.version) return no('termsChanged');
    if (own >= level) return no('levelCovered');
    const before = this.bought.get(account);
    const runs = before !== undefined && before.until > time ? before : undefined;
    if (runs && (runs.level > level || (runs.level === level && runs.until > time + termMs))) return no('levelCovered');
    const again = runs?.level === level;
    const worth =
      runs && !again ? (runs.paid * BigInt(Math.floor((runs.until - time) / dayMs) * dayMs)) / BigInt(runs.until - runs.from) : 0n;
    const cost = worth < price ? price - worth : 0n;
    if (wallet !== Wallet.coin && wallet !== Wallet.wealth) return no('transferNotAllowed');
    if (vault.available(account, wallet, rules.asset) < cost) return no('insufficientBalance');
    vault.change(account, wallet, rules.asset, -cost, 0n);
    vault.change(House.fees, Wallet.coin, rules.asset, cost, 0n);
    const next = again
      ? {
          level,
          from: time,
          until: runs.until + termMs,
          paid: price + (runs.paid * BigInt(runs.until - time)) / BigInt(runs.until - runs.from),
        }
      : { level, from: time, until: time + termMs, paid: price };
    this.bought.set(account, next);
    return done;
  }
}
