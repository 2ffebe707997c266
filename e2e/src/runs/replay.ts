import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { desktop } from '../harness/browser.ts';
import { readRecording, recordingsFolder, replaying } from '../harness/replayed.ts';
import type { RunContext } from '../harness/run-context.ts';
import { truthy, until } from '../harness/suite.ts';
import { enterDemo, goToTicket, patience, takingPrice } from '../harness/trader.ts';
import { en } from '../harness/words.ts';
import { stocksOnADesktop } from './stocks.ts';

/** What is watched, and the recording it plays. */
const watched = [
  ['BTC/USDT', 'crypto-coinbase-btcusd'],
  ['ETH/USDT', 'crypto-coinbase-ethusd'],
  ['EUR/USDT', 'forex-oanda-eurusd'],
  ['XAU-PERP', 'cfd-oanda-xauusd'],
  ['AAPL', 'equity-usa-aapl'],
] as const;
const playable = ['tick-quote', 'minute-quote', 'minute-trade'] as const;
const day = 86_400_000;

/** Each recording's busiest day: played from there, something happens whatever weekday it is here. */
function busiestDays(recordings: string): { folder: string; files: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-recordings-'));
  const files: string[] = [];
  for (const [, name] of watched) {
    const parts = playable.flatMap((part) => readdirSync(recordings).filter((file) => file.startsWith(`${name}-${part}.csv`)));
    // A day is chosen by the finest of them, and cut out of all.
    const lines = new Map(parts.map((file) => [file, readRecording(recordings, file)]));
    const counts = new Map<number, number>();
    for (const line of lines.get(parts[0] ?? '')?.slice(1) ?? []) {
      const at = Math.floor(Number.parseInt(line, 10) / day);
      counts.set(at, (counts.get(at) ?? 0) + 1);
    }
    const [busiest] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
    for (const [file, [head, ...rows]] of lines) {
      const kept = rows.filter((line) => Math.floor(Number.parseInt(line, 10) / day) === busiest);
      const target = file.replace(/\.gz$/, '');
      writeFileSync(join(folder, target), `${[head, ...kept].join('\n')}\n`);
      files.push(target);
    }
  }
  return { folder, files };
}

/** Every price a recording can say, in ticks: trades as they are, quotes by their middle. */
function recordedTicks(folder: string, files: string[], name: string, tick: number): Set<number> {
  const ticks = new Set<number>();
  const say = (price: number) => ticks.add(Math.round(price / tick));
  for (const file of files.filter((one) => one.startsWith(`${name}-`)))
    for (const line of readRecording(folder, file).slice(1)) {
      const fields = line.split(',').map(Number);
      const at = (index: number) => fields[index] ?? Number.NaN;
      if (file.includes('-tick-')) say((at(1) + at(2)) / 2);
      else if (file.includes('-quote')) for (const index of [1, 2, 3, 4]) say((at(index) + at(index + 5)) / 2);
      else for (const index of [1, 2, 3, 4]) say(at(index));
    }
  return ticks;
}

interface Row {
  tick: string;
  source: { feed: string; name: string };
  row: { pe: string };
}

/** Recorded prices, a hundred times as fast: rows move, say nothing but what was recorded, and spot and shares trade against them. */
export async function replayed({ open }: RunContext): Promise<void> {
  const { folder, files } = busiestDays(recordingsFolder());
  await replaying(folder, 100, async (origin) => {
    const row = async (symbol: string): Promise<Row> => {
      const answer = await fetch(`${origin}/api/app-api/pay/symbol/get-currency?symbol=${encodeURIComponent(symbol)}`);
      return ((await answer.json()) as { data: Row }).data;
    };
    const seen = new Map<string, Set<string>>(watched.map(([symbol]) => [symbol, new Set()]));
    await until(
      'every watched row moves',
      async () => {
        for (const [symbol] of watched) {
          const { row: live, source } = await row(symbol);
          truthy(source.feed === 'replay' && source.name.startsWith('replay '), `${symbol} says it is ${source.name}`);
          if (Number(live.pe) > 0) seen.get(symbol)?.add(live.pe);
        }
        return [...seen.values()].every((prices) => prices.size >= 3);
      },
      60_000,
    ).catch((error: Error) => {
      throw new Error(`${error.message}: ${[...seen].map(([symbol, prices]) => `${symbol} ${[...prices].join(' ')}`).join('; ')}`);
    });
    for (const [symbol, name] of watched) {
      const { tick } = await row(symbol);
      const recorded = recordedTicks(folder, files, name, Number(tick));
      for (const price of seen.get(symbol) ?? [])
        truthy(recorded.has(Math.round(Number(price) / Number(tick))), `${symbol} said ${price}, which was never recorded`);
    }

    const opened = await open({ viewport: desktop, theme: 'dark' });
    const { page } = opened;
    await enterDemo(opened, origin);
    const ticket = await goToTicket(opened, origin, 'BTC/USDT');
    await page.getByText(en.common.replayed, { exact: true }).first().waitFor({ timeout: patience });
    await ticket.fill({ price: await takingPrice(page, origin, 'BTC/USDT', 300n), quantity: '0.01' });
    await ticket.place();
    await ticket.form.getByText(/^Bought /).waitFor({ timeout: patience });
    await stocksOnADesktop(opened, origin);
    await page.context().close();
  });
}
