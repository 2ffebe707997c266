import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { median, random } from '../engine/world.ts';
import type { BenchResult } from '../result.ts';
import { withPostgres } from './database.ts';
import { fire, type Order, type Round } from './http-load.ts';
import { instruments, middle, perSecond } from './load.ts';
import { between, processorOf, type Used } from './processor.ts';
import { type Account, signatureOf, withKey } from './signed-orders.ts';

const rounds = 5;
const roundSeconds = 6;
/** More than any machine of ours takes. */
const mostPerSecond = 12_000;
const connections = 128;
const accounts = 256;
const oneByOne = 'POST pay/order-coin/purchase-actual-commodities';
const inBatches = 'POST pay/order-coin/batch';
const ourPort = 18_441;
const referencePort = 18_442;

/** Orders of a device are signed one by one and keep the bar of those without a signature. */
const bars = { 'durable-http': '8.00', 'durable-http-signed': '8.00', 'durable-http-batches': '20.00' } as const;

/**
 * Durable orders over the real endpoint (authentication, validation, client ids), compared with a transaction-per-order server under the same load,
 * in turns. With `perCommand` above one, ours come in batches, as those of a program do, each with its own outcome; a batch has one signature.
 */
export const durableHttp = ({ signed = false, perCommand = 1 } = {}): Promise<BenchResult> =>
  withPostgres(async (fresh) => {
    const row = perCommand > 1 ? 'durable-http-batches' : signed ? 'durable-http-signed' : 'durable-http';
    const dataFolder = mkdtempSync(join(tmpdir(), 'bourse-bench-http-'));
    const { host = '', user = '', password = '', database = '' } = await fresh();
    const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
    const url = `postgresql://${user}:${password}@/${database}?host=${encodeURIComponent(host)}`;
    const key = JSON.stringify(await exportJWK(publicKey));
    const children: ChildProcess[] = [];
    try {
      const ours = start([...startFlags(), 'scripts/run.mjs', 'apps/server/src/main.ts'], {
        PORT: String(ourPort),
        BOURSE_DATA: dataFolder,
        LOG_LEVEL: 'error',
        BOURSE_PARTICIPANTS: 'off',
        BOURSE_WEIGHT_PER_MINUTE: '1000000000',
      });
      const reference = start(['scripts/run.mjs', 'bench/src/durable/reference-server.ts', String(referencePort), url, key], {});
      children.push(ours, reference);
      await Promise.all([answers(`http://127.0.0.1:${ourPort}/health`), answers(`http://127.0.0.1:${referencePort}/`)]);
      await chartsFilled();
      const ourAccounts = await Promise.all(Array.from({ length: accounts }, () => demoAccount(signed)));
      const referenceTokens = await Promise.all(
        Array.from({ length: accounts }, (_, index) =>
          new SignJWT({ sid: String(index) })
            .setProtectedHeader({ alg: 'EdDSA' })
            .setSubject(String(index))
            .setExpirationTime('2h')
            .sign(privateKey),
        ),
      );
      const next = random(7);
      const below = (limit: number) => Math.floor(next() * limit);
      let price = 0;
      let sent = 0;
      const tokenOf = (tokens: readonly string[]) => tokens[sent++ % accounts] ?? '';
      const load = { connections, seconds: roundSeconds };
      const ourCall = perCommand > 1 ? inBatches : oneByOne;
      const order = (what: string) =>
        `{${what}"symbol":"BTC/USDT","side":0,"priceType":2,"price":"${price - below(400)}","quantity":"0.0001","timeInForce":${below(10) < 7 ? 1 : 2}}`;
      const ourOrder = () => {
        const account = ourAccounts[sent++ % accounts]!;
        const id = versionSeven(below);
        const body = perCommand > 1 ? `{"items":[${Array.from({ length: perCommand }, () => order('"do":"place",')).join()}]}` : order('');
        return { token: account.token, id, body, signature: signatureOf(account, ourCall, id, body) };
      };
      /** Devices sign on processors of their own, so these orders are signed before the round. */
      const ourOrders = async () => {
        price = await restingPrice();
        return signed ? Array.from({ length: (roundSeconds * mostPerSecond) / perCommand }, ourOrder) : [];
      };
      const ourRate = (ready: Order[]) => {
        const path = `/api/app-api/${ourCall.split(' ')[1]}`;
        return fire({ ...load, port: ourPort, path, ...(perCommand > 1 ? { taken: takenOf } : {}) }, () => ready.pop() ?? ourOrder());
      };
      const referenceRate = () =>
        fire({ ...load, port: referencePort, path: '/order' }, () => ({
          token: tokenOf(referenceTokens),
          id: '',
          body: `{"clientId":"${versionSeven(below)}","instrument":${1 + below(instruments)},"side":0,"price":${middle - 1 - below(400)},"lots":${1 + below(20)}}`,
        }));
      await ourRate(await ourOrders());
      await referenceRate();
      const mine: Round[] = [];
      const used: Used[] = [];
      const client: Used[] = [];
      const theirs: Round[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const ready = await ourOrders();
        await settle();
        const [server, own] = [processorOf(ours.pid ?? 0), processorOf(process.pid)];
        mine.push(await ourRate(ready));
        used.push(between(server, processorOf(ours.pid ?? 0)));
        client.push(between(own, processorOf(process.pid)));
        await settle();
        theirs.push(await referenceRate());
      }
      const rate = (list: Round[]) => median(list.map((one) => one.rate));
      const p99 = (list: Round[]) => median(list.map((one) => one.p99)).toFixed(0);
      return {
        name: row,
        ratio: rate(mine) / rate(theirs),
        bar: bars[row],
        ours: `${perSecond(rate(mine))} orders/s`,
        reference: `${perSecond(rate(theirs))} orders/s`,
        report: [
          `${connections} connections, ${accounts} accounts, ${rounds} rounds of ${roundSeconds} s in turns; each answer after the order is durable`,
          ...(perCommand > 1 ? [`ours come ${perCommand} in a command, with one signature; the reference's one by one, without`] : []),
          `ours: p99 ${p99(mine)} ms, ${refusedOf(mine)} refused; reference: p99 ${p99(theirs)} ms, ${refusedOf(theirs)} refused`,
          perOrder(mine, used, client),
          'ours runs its simulated market and projections at the same time; the reference does nothing else',
        ],
      };
    } finally {
      for (const child of children) child.kill('SIGTERM');
      await Promise.all(
        children.map((child) => new Promise((resolve) => (child.exitCode !== null ? resolve(0) : child.once('exit', resolve)))),
      );
      rmSync(dataFolder, { recursive: true, force: true });
    }
  });

/** Histories and dirty pages that one side left behind must not slow the other side down. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  execFileSync('sync');
}

const start = (args: readonly string[], env: Record<string, string>) =>
  spawn(process.execPath, [...args], { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] });

/** Node's flags of `npm start`, so that the bench measures what customers get. */
function startFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
  return scripts.start.split(' ').filter((word) => word.startsWith('--'));
}

async function answers(url: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const status = await fetch(url).then(
      (response) => response.status,
      () => 0,
    );
    if (status > 0 && status !== 503) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${url} never answered`);
}

/** A first start makes up the past of the charts. That happens once, so it is no part of the measurement. */
async function chartsFilled(): Promise<void> {
  for (let left = 1; left > 0; ) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const response = await fetch(`http://127.0.0.1:${ourPort}/health`);
    left = ((await response.json()) as { chartsToFill: number }).chartsToFill;
  }
}

/** A busy machine may refuse a sign-in for a moment. */
async function demoAccount(signed: boolean): Promise<Account> {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const response = await fetch(`http://127.0.0.1:${ourPort}/api/app-api/system/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ loginType: 2 }),
    });
    const { data } = (await response.json()) as { data: { accessToken: string; userId: string } | null };
    if (data) {
      const account = { token: data.accessToken, customer: data.userId };
      const ready = signed ? await withKey(`http://127.0.0.1:${ourPort}`, account) : account;
      if (ready) return ready;
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('nobody could sign in');
}

/** Inside the price band, and too low to trade for the length of a round. */
async function restingPrice(): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${ourPort}/api/app-api/pay/coin/coin-list`);
  const { data } = (await response.json()) as { data: { code: string; rate: string | null }[] };
  return Math.floor(Number(data.find(({ code }) => code === 'BTC')?.rate) * 0.98);
}

/** Where the machine's time goes: microseconds of processor for one order of ours. */
function perOrder(rounds: Round[], used: Used[], client: Used[]): string {
  const orders = rounds.reduce((sum, { rate }) => sum + rate * roundSeconds, 0);
  const of = (list: Used[], part: keyof Used) => (list.reduce((sum, one) => sum + one[part], 0) / orders).toFixed(0);
  return `ours, processor per order: event loop ${of(used, 'loop')} µs, other threads of the server ${of(used, 'threads')} µs, PostgreSQL ${of(used, 'children')} µs, load generator ${of(client, 'loop')} µs`;
}

const refusedOf = (list: Round[]) => {
  const sums: Record<string, number> = {};
  for (const { refused } of list) for (const [status, count] of Object.entries(refused)) sums[status] = (sums[status] ?? 0) + count;
  return (
    Object.entries(sums)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ') || 'none'
  );
};

/** The orders of a batch that the exchange took: one may be refused among others. */
const takenOf = (answer: string) => answer.split('"ok":true').length - 1;

const threeDigits = Array.from({ length: 4096 }, (_, value) => value.toString(16).padStart(3, '0'));

function versionSeven(below: (limit: number) => number): string {
  const time = Date.now().toString(16).padStart(12, '0');
  const chance = () => threeDigits[below(4096)];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${chance()}-8${chance()}-${chance()}${chance()}${chance()}${chance()}`;
}
