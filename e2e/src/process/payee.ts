import { randomUUID } from 'node:crypto';
import type { CallInput, CallName, CallOutput } from '@bourse/protocol/calls';
import { CallError, createClient } from '@bourse/protocol/client';
import type { Database } from '@bourse/server/src/platform/database.ts';
import { type SoftwareAuthenticator, softwareAuthenticator } from '@bourse/server/src/testing/authenticator.ts';
import { goodPassword, plantCaptchaAnswer, solveProof } from '@bourse/server/src/testing/people.ts';
import { isOpenOutcome, patientFetch, surely } from './surely.ts';
import { newId } from './trader.ts';
import { until } from './world.ts';

const pay = '314159-tau';
/** USDT on Ethereum. */
export const rail = 1;
export const asset = 'USDT';
const answer = 'Wxy3F';
/** From this value on it has to be said whose the receiving wallet is; to say it of less does no harm. */
const travelRule = { owner: 'self' } as const;

/** A customer who works by program: registered, known, with a passkey, money and an address. */
export class Payee {
  /** Where the coins go. Nobody else's payouts go there. */
  readonly address = `0x${randomUUID().replaceAll('-', '')}${randomUUID().slice(0, 8)}`;
  private readonly origin: string;
  private readonly email = `payee-${randomUUID().slice(0, 8)}@example.com`;
  private readonly key: SoftwareAuthenticator;
  private readonly client: ReturnType<typeof createClient>;
  private tokens = { accessToken: '', refreshToken: '' };
  private destination = '';

  /** `site` is what browsers would show; passkeys belong to it. */
  constructor(origin: string, site: string) {
    this.origin = origin;
    this.key = softwareAuthenticator(site);
    const headers = () => ({
      ...{ language: 'en', userType: 'main' },
      ...(this.tokens.accessToken ? { Authorization: `Bearer ${this.tokens.accessToken}` } : {}),
    });
    this.client = createClient({ origin, fetch: patientFetch, headers });
  }

  /** One try. An access token that has expired is exchanged first. */
  private async once<Name extends CallName>(name: Name, input: CallInput<Name>, commandId?: string): Promise<CallOutput<Name>> {
    try {
      return await this.client(name, input, { commandId });
    } catch (error) {
      if (!(error instanceof CallError && error.status === 401 && this.tokens.refreshToken)) throw error;
      this.tokens = await this.client('POST system/auth/refresh-token', { refreshToken: this.tokens.refreshToken });
      return this.client(name, input, { commandId });
    }
  }
  ask<Name extends CallName>(name: Name, input: CallInput<Name>, commandId?: string): Promise<CallOutput<Name>> {
    return surely(name, () => this.once(name, input, commandId));
  }

  /** Confirms an act with what this customer has and sends it, once. */
  private async prove<Name extends CallName>(name: Name, input: CallInput<Name>, commandId: string): Promise<CallOutput<Name>> {
    const begun = await this.once('POST system/proof/begin', { call: name, input: input as Record<string, unknown>, commandId });
    const challenge = Buffer.from(begun.challenge, 'hex').toString('base64url');
    const parts = {
      payPassword: () => pay,
      password: () => goodPassword,
      passkey: () => this.key.assert({ challenge, rpId: begun.passkeys?.rpId }),
    };
    const way = begun.ways.find((one) => one.every((part) => part in parts)) as (keyof typeof parts)[] | undefined;
    if (way === undefined) throw new Error(`${name} can be confirmed by ${JSON.stringify(begun.ways)}`);
    const proof = { id: begun.id, ...Object.fromEntries(way.map((part) => [part, parts[part]()])) };
    return this.once(name, { ...(input as object), proof } as never, commandId);
  }

  /** Under one command id until the answer is certain. Each try is confirmed anew: a proof is used once. */
  private proven<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>> {
    const commandId = newId();
    return surely(name, () => this.prove(name, input, commandId));
  }

  async register(database: Database): Promise<void> {
    await surely('a code is sent', async () => {
      const { captchaId, challenge } = await this.client('GET system/captcha/img-captcha', {});
      await plantCaptchaAnswer(database, captchaId, answer);
      const captcha = { captchaId, captchaCode: answer, proof: await solveProof({ challenge }) };
      await this.client('GET system/auth/send-captcha', { purpose: 1, sendBy: 2, account: this.email, ...captcha });
    });
    let code: string | undefined;
    await until(
      `a code for ${this.email}`,
      async () => {
        const page = await (await fetch(`${this.origin}/dev/outbox`)).text();
        code = /<pre>[^<]*?\b(\d{6})\b/.exec(page.split('<article').find((part) => part.includes(this.email)) ?? '')?.[1];
        return code !== undefined;
      },
      30_000,
    );
    this.tokens = await this.client('POST system/auth/email-register', { email: this.email, password: goodPassword, code: code! });
  }

  /** A passkey, a pay password and an application for the first level. */
  async introduce(): Promise<void> {
    const { challenge, rp, user } = await this.proven('POST system/passkey/begin', {});
    await this.ask('POST system/passkey/confirm', { label: 'Laptop', credential: this.key.register({ challenge, rp, user }) as never });
    await this.proven('POST system/member/update-pay-pwd', { payPassword: pay });
    const number = randomUUID().replaceAll('-', '').slice(0, 8).toUpperCase();
    await this.ask('POST pay/realname/create', {
      ...{ level: 1, surname: 'Lindqvist', givenNames: 'Maja', birthDate: '1988-04-17', nationality: 'SWE', residence: 'SE' },
      ...{ address: 'Storgatan 12, 111 23 Stockholm', evidence: [] },
      document: { form: 'TD3', type: 'P', issuer: 'SWE', number, expiryDate: '2035-01-01', sex: 'F' },
    });
  }

  /** Coins that are on their way in, and an address that they will leave to. */
  async prepare(amount: string): Promise<void> {
    await this.ask('POST pay/recharge/test-coins', { channel: rail, amount });
    const { address } = await this.proven('POST pay/virtual-wallet/create', {
      ...{ channel: rail, address: this.address, label: 'Mine', whose: 'self' },
    });
    this.destination = address.id;
  }

  async balance(): Promise<{ available: string; frozen: string }> {
    const list = await this.ask('GET pay/wallet/list-fund', {});
    const found = list.find((one) => one.asset === asset && one.wallet === 1);
    return { available: found?.available ?? '0', frozen: found?.frozen ?? '0' };
  }

  /** Asks for a payout until the answer is certain. However many tries that takes, the payout is one. */
  async withdraw(amount: string): Promise<string> {
    const { address } = await this.ask('GET pay/virtual-wallet/get', { id: this.destination });
    const input = { channel: rail, amount, destinationId: this.destination, address, travelRule };
    const { payout } = await this.proven('POST pay/withdrawal', input);
    return payout.id;
  }

  takeBack = async (id: string): Promise<void> => void (await this.ask('PUT pay/withdrawal/cancel/{id}', { id }, newId()));

  /** One look at a payout; undefined when nobody answers. */
  async look(id: string): Promise<CallOutput<'GET pay/withdrawal/detail'> | undefined> {
    try {
      return await this.once('GET pay/withdrawal/detail', { id });
    } catch (error) {
      // Histories follow the journal a moment later.
      if (isOpenOutcome(error) || (error instanceof CallError && error.status === 404)) return undefined;
      throw error;
    }
  }

  async payouts(): Promise<CallOutput<'GET pay/withdrawal/page'>['list']> {
    const list: CallOutput<'GET pay/withdrawal/page'>['list'] = [];
    for (let pageNo = 1; ; pageNo += 1) {
      const page = await this.ask('GET pay/withdrawal/page', { pageNo, pageSize: 50 });
      list.push(...page.list);
      if (list.length >= page.total || page.list.length === 0) return list;
    }
  }
}
