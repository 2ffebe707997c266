import type { IncomingMessage } from 'node:http';
import { Refusal } from '@bourse/protocol/errors';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Session } from '../calls/session.ts';
import type { OperatorSession } from '../operators/port.ts';
import type { AddressOf } from './client-address.ts';

/** What a customer, or an address without a session, may spend per minute. The table of calls has each call's weight. */
export const defaultWeightPerMinute = 1_200;

/** Budgets per customer and per address, in memory. Each gateway counts its own calls, which is enough against a program that runs wild. */
export class Budget {
  private readonly limiter: RateLimiterMemory;

  constructor(weightPerMinute: number) {
    this.limiter = new RateLimiterMemory({ points: weightPerMinute, duration: 60, keyPrefix: '' });
  }

  async spend(key: string, weight: number): Promise<void> {
    try {
      await this.limiter.consume(key, weight);
    } catch (refusal) {
      if (refusal instanceof Error) throw refusal;
      throw new Refusal('tooManyRequests', { seconds: Math.max(1, Math.ceil((refusal as RateLimiterRes).msBeforeNext / 1000)) });
    }
  }
}

/** The address is computed only where there is no session, because that costs more than the look-up. */
export const spenderOf = (session: Session | OperatorSession | null, request: IncomingMessage, addressOf: AddressOf): string => {
  if (!session) return network(addressOf(request));
  return 'operatorId' in session ? `operator ${session.operatorId}` : session.customerId;
};

/** In IPv6, one household has one /64. */
export function network(ip: string): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip;
  return ip.split('::')[0]?.split(':').slice(0, 4).join(':') || ip;
}
