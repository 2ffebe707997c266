import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operator as asOperator, type Command, type Engine, type PayoutFacts } from '@bourse/engine';
import type { CallInput, CallName, ProofAnswer } from '@bourse/protocol';
import { errorByCode } from '@bourse/protocol/errors';
import { startOutside } from '@bourse/stand-ins/outside';
import { verifyRegistrationResponse } from '@simplewebauthn/server';
import { createCarryOut } from '../../cases/carry-out.ts';
import { digestToSign } from '../../cases/gated.ts';
import { caseOf } from '../../cases/machine.ts';
import { createDocuments } from '../../documents/documents.ts';
import { createCatalogue } from '../../market/catalogue/catalogue.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { silentLog } from '../../platform/log.ts';

import { challengeOf } from '../../proofs/challenge.ts';
import type { Act, Proofs } from '../../proofs/port.ts';
import { type SoftwareAuthenticator, softwareAuthenticator } from '../../testing/authenticator.ts';
import { testExchange } from '../../testing/exchange.ts';
import { createMoneyIn, type MoneyIn } from '../deposits/index.ts';
import { createOrders, type Orders } from '../orders/index.ts';
import { createMoneyOut } from '../payouts/index.ts';
import { spkiOf } from '../payouts/keys.ts';
import { openChains } from '../rails/chains.ts';
import { readRails } from '../rails/declared.ts';
import { defineRails, RailBook } from '../rails/rails.ts';
import { developmentPolicy } from '../vault/vault-process.ts';
import { signerProcess } from './vault-kit.ts';

/** Makes the credential of an authenticator; answers its public key as authenticators write it. */
async function registered(key: SoftwareAuthenticator, origin: string): Promise<Buffer> {
  const challenge = Buffer.alloc(32, 1).toString('base64url');
  const made = await verifyRegistrationResponse({
    response: key.register({ challenge, rp: { id: 'localhost' }, user: { id: 'AAAA' } }) as never,
    ...{ expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: 'localhost', requireUserVerification: true },
  });
  if (!made.verified) throw new Error('no passkey');
  return Buffer.from(made.registrationInfo.credential.publicKey);
}

export const site = 'http://localhost:8080';
const consoleOrigin = 'http://localhost:8081';
const dayMs = 24 * 3_600_000;
const evidence = Buffer.alloc(32, 7).toString('base64url');
/** Proofs as the real ones bind them; that factors are checked has tests of its own. */
const boundProofs = (acts: Map<string, Act>): Proofs => ({
  begin: () => Promise.reject(new Error('not here')),
  use: async (act, kind, answer) => {
    const id = answer?.id ?? randomUUID();
    acts.set(id, act);
    return { id, kind, challenge: challengeOf(id, act).toString('hex'), passkey: answer?.passkey };
  },
});

/** The world outside, the real signer in a process of its own, and payouts of real customers. Nothing runs until the test says so. */
export async function testMoneyOut() {
  /** The signer’s own list of operators; the third signs with this key. */
  const operatorKey = softwareAuthenticator(consoleOrigin);
  const operators: Record<number, string> = {
    3: (spkiOf(await registered(operatorKey, consoleOrigin)) ?? Buffer.alloc(0)).toString('base64'),
  };
  const folder = mkdtempSync(join(tmpdir(), 'bourse-out-'));
  const outside = await startOutside(join(folder, 'outside'));
  const { places } = outside;
  const catalogue = createCatalogue();
  const declared = readRails((code) => catalogue.assetByCode(code), { tokens: places.tokens });
  const nodes = Object.fromEntries(Object.entries(places.nodes).map(([network, url]) => [network, [url]]));
  const { chains, watched } = openChains(declared.rails, nodes, places.chainIds);
  const rails = new RailBook(declared.rails, chains);
  // Timers run as they do in the server; only the time that is shown can be moved.
  let ahead = 0;
  const clock: Clock & { jump(ms: number): void } = {
    ...{ after: systemClock.after, defer: systemClock.defer, now: () => systemClock.now() + ahead },
    jump: (ms) => {
      ahead += ms;
    },
  };
  const serverSecret = new Uint8Array(32).fill(5);
  const policy = () => {
    const made = developmentPolicy({
      ...{ rails: declared.rails, chainIds: places.chainIds, serverSecret, operators },
      ...{ relyingParty: { id: 'localhost', origins: [site] }, console: { id: 'localhost', origins: [consoleOrigin] } },
    });
    // On the rail of ether, half a coin needs the signature of an operator, and a whole one those of two.
    const rails = (made['rails'] as { rail: number }[]).map((one) =>
      one.rail === 2 ? { ...one, operatorFrom: String(5n * 10n ** 17n), secondFrom: String(10n ** 18n) } : one,
    );
    return { ...made, rails };
  };
  const signer = await signerProcess(join(folder, 'signer'), serverSecret, policy);
  const listed = new Set<string>();
  const payouts = { off: false, unwitnessed: false, bank: places.bank.url };
  const crash = { at: Number.POSITIVE_INFINITY, count: 0 };
  let out: ReturnType<typeof createMoneyOut> | undefined;
  let moneyIn: MoneyIn | undefined;
  let orders: Orders | undefined;
  const key = new Uint8Array(32).fill(4);
  const exchange = await testExchange({
    clock,
    rooms: async () => ({ handlers: {}, proofs: boundProofs(new Map()) }),
    app: {},
    extra: (ports) => {
      out = createMoneyOut({
        ...{ ports, log: silentLog, rails, vault: () => signer.client, outside: () => ({ places, deed: outside.deed, stop: () => {} }) },
        bank: () => ({ url: payouts.bank }),
        lists: { address: async (address) => (listed.has(address) ? [{} as never] : []) },
        key,
        off: () => payouts.off,
        unwitnessed: () => payouts.unwitnessed,
        between: () => {
          crash.count += 1;
          if (crash.count >= crash.at) throw new Error('the server ended here');
        },
      });
      const { database } = ports;
      moneyIn = createMoneyIn({
        ...{ database, clock, log: silentLog, real: ports.venues.real, rails, watched, gateway: undefined, key },
        vault: () => signer.client,
        outside: () => ({ places, deed: outside.deed, stop: () => {} }),
        trade: (rail, id) => orders!.trade(rail, id),
      });
      const files = { put: async () => {}, get: async () => undefined, remove: async () => {} };
      orders = createOrders({
        ...{ database, clock, log: silentLog, real: ports.venues.real, rails, market: ports.market, money: moneyIn },
        documents: createDocuments({ database, clock, files, key }),
        vault: () => signer.client,
        house: openChains(declared.rails, nodes, places.chainIds),
        accountsOnFile: out.accountsOnFile,
        conversation: async () => () => {},
        party: () => undefined,
      });
      return { ...moneyIn.handlers, ...orders.handlers, ...out.handlers };
    },
  });
  const { real } = exchange.venues;
  await defineRails(real, declared, silentLog);
  await real.read((engine) => rails.refresh(engine));
  const tell = async (command: Command, by?: number) => {
    const { outcome } = await real.submit({ account: 0, command, ...(by === undefined ? {} : { actor: asOperator(by) }) });
    if (!outcome.ok) throw new Error(`${command.kind}: ${outcome.error}`);
    return outcome.result;
  };
  // Three operators: two appoint and decide nothing else, the rest decide about money.
  for (const number of [1, 2, 3, 4])
    await exchange.database.query(
      "INSERT INTO operator (id, name, roles, created_at) OVERRIDING SYSTEM VALUE VALUES ($1, 'Op', '{finance}', now())",
      [number],
    );
  await tell({ kind: 'defineOperator', operator: 1, powers: ['people'] });
  await tell({ kind: 'defineOperator', operator: 2, powers: ['people'] });
  await tell({ kind: 'defineOperator', operator: 3, powers: ['see', 'money', 'compliance'] });
  const hired = { kind: 'defineOperator', operator: 4, powers: ['see', 'money'] } as const;
  const asked = await tell({ kind: 'propose', body: hired, proof: '', reason: 'hired' }, 1);
  if (asked.kind === 'proposal') await tell({ kind: 'approve', proposal: asked.proposal, digest: asked.digest, proof: '' }, 2);
  const none = async () => null;
  const carryOut = createCarryOut({
    // Most tests decide without keys; that verdicts are signed is tested with the console.
    signed: async () => undefined,
    ...{ database: exchange.database, clock, venues: exchange.venues },
    effects: {
      ...{
        dayTrade: none,
        ...{ plus: none, levelMatch: none, loan: none },
        feedback: none,
        identity: none,
        screening: none,
        lift: none,
        payoutsOn: none,
        difference: none,
      },
      ...{ factorReset: none, product: none, screeningList: none, broadcast: none },
      ...{ ...moneyIn!.effects, ...orders!.effects, ...out!.effects },
    },
  });
  let deposits = 0;
  const [send, tellVault] = out!.jobs;

  /** Sends a call; a proof is added, with the passkey's signature where there is one. */
  const prove = async <Name extends CallName>(
    call: Name,
    input: CallInput<Name>,
    who: Customer,
    { key = undefined as SoftwareAuthenticator | undefined, commandId = randomUUID() as string } = {},
  ) => {
    const id = randomUUID();
    const session = { customerId: String(who.account), venue: 'real', account: who.account } as Act['session'];
    const challenge = challengeOf(id, { session, call, input, commandId });
    const proof = {
      id,
      ...(key ? { passkey: key.assert({ challenge: challenge.toString('base64url') }) } : { totp: '123456' }),
    } as ProofAnswer;
    const answer = await exchange.call(call, { ...(input as object), proof } as never, {
      token: who.token,
      headers: { 'idempotency-key': commandId },
    });
    return { ...answer, refusal: answer.code === 0 ? 'done' : (errorByCode(answer.code) ?? '?') };
  };

  return {
    ...exchange,
    ...{
      outside,
      rails,
      signer,
      clock,
      real,
      out: out!,
      moneyIn: moneyIn!,
      orders: orders!,
      tell,
      prove,
      listed,
      crash,
      payouts,
      operatorKey,
    },
    /** A customer whom the exchange knows, with so much of an asset and a device that is not new. */
    async payee(asset = 'USDT', units = 1_000_000_000n): Promise<Customer> {
      const { account, token } = await exchange.customer('real');
      await exchange.database.query(
        `INSERT INTO customer (id, login_type, venue, account, name, email, language, created_at, real_name, password_hash, password_changed_at) OVERRIDING SYSTEM VALUE
         VALUES ($1, 1, 'real', $3, 'Ann', $2, 'en', now(), 'Anna Eriksson', 'x', now())`,
        [account, `c${account}@example.com`, account],
      );
      await tell({ kind: 'propose', body: { kind: 'setLevel', account, level: 2, evidence }, proof: '', reason: 'known' }, 3);
      const rail = declared.rails.find((one) => one.asset.code === asset && (one.rules.open & 1) === 1)!;
      if (units > 0n) {
        deposits += 1;
        const body = {
          kind: 'creditDeposit',
          account,
          rail: rail.rail,
          deposit: deposits,
          amount: units,
          fee: 0n,
          source: 1,
          evidence,
        } as const;
        const proposed = await tell({ kind: 'propose', body, proof: '', reason: 'arrived' }, 3);
        const { proposal, digest, state } = proposed as Extract<typeof proposed, { kind: 'proposal' }>;
        if (state === 'waits') await tell({ kind: 'approve', proposal, digest, proof: '' }, 4);
      }
      return { account, token };
    },
    /** Puts an operator's key on the signer's own list. */
    async admit(number: number, key: SoftwareAuthenticator): Promise<void> {
      operators[number] = (spkiOf(await registered(key, consoleOrigin)) ?? Buffer.alloc(0)).toString('base64');
      await signer.stop();
      await signer.start();
    },
    /** A passkey of the customer. */
    async passkey({ account }: Customer): Promise<SoftwareAuthenticator> {
      const key = softwareAuthenticator(site);
      const publicKey = await registered(key, site);
      await exchange.database.query(
        "INSERT INTO passkey (id, customer_id, public_key, counter, transports, synced, label, made_at) VALUES ($1, $2, $3, 0, '{}', false, 'Laptop', now())",
        [key.id, account, publicKey],
      );
      return key;
    },
    /** People decide a case of a payout, as the console would write it down. */
    async decide(
      number: number,
      pass: boolean,
      {
        by = [3, 4] as number[],
        reason = pass ? 'payoutInOrder' : 'other',
        signedBy = undefined as SoftwareAuthenticator | undefined,
      } = {},
    ) {
      const commandId = randomUUID();
      const [row] = await exchange.database.query<{ case_id: bigint }>(
        'SELECT case_id FROM payout_case WHERE number = $1 ORDER BY case_id DESC LIMIT 1',
        [number],
      );
      await exchange.database.query(
        `UPDATE case_file SET step = 'proposed', verdict = $2, reason_code = $3, proposed_by = $4, proposed_at = now(), decide_command = $5,
           confirmed_by = CASE WHEN kind = 'payout' THEN NULL ELSE $6::integer END WHERE id = $1`,
        [row!.case_id, pass, reason, by[0], commandId, by[1] ?? null],
      );
      if (signedBy) {
        const found = await caseOf(exchange.database, row!.case_id);
        const body = await out!.bodies[found.kind as 'payout'](found, { pass, reasonCode: reason });
        const digest = body ? digestToSign(found, body, by[0]!, commandId) : '';
        const assertion = signedBy.assert({ challenge: digest });
        await exchange.database.query(
          'INSERT INTO operator_assertion (hash, operator_id, challenge, assertion, created_at) VALUES ($1, $2, $3, $4, now())',
          [Buffer.from(commandId), by[0], Buffer.from(digest, 'base64url'), JSON.stringify(assertion)],
        );
      }
      await carryOut.one(row!.case_id);
    },
    returned: (facts: PayoutFacts, minorUnits: number) => out!.returned(facts, minorUnits, 'B9'),
    run: () => send!.run(),
    tellVault: () => tellVault!.run(),
    /** A block on every chain, then what the server does about it. */
    async blocks(count = 1) {
      for (let at = 0; at < count; at += 1) {
        outside.tick();
        await send!.run();
      }
    },
    /** A day passes, here and at the vault. */
    async day(ms = dayMs + 1000) {
      await tellVault!.run();
      clock.jump(ms);
      await signer.age(ms);
      await exchange.database.query('DELETE FROM vault_told');
      await exchange.database.query('UPDATE passkey SET vault_told = false');
      // A venue's time is that of its last command.
      await exchange.price('BTC/USDT', '100000', 'real');
    },
    /** Deposits are looked for, and what is ready is credited. */
    watch: async () => {
      await moneyIn!.job.run();
      await orders!.job.run();
    },
    payout: async (number: number) => (await real.read((engine: Pick<Engine, 'payments'>) => engine.payments().payout(number))).value,
    async close() {
      await signer.close();
      await outside.close();
      rmSync(folder, { recursive: true, force: true });
      await exchange.close();
    },
  };
}
export interface Customer {
  account: number;
  token: string;
}
