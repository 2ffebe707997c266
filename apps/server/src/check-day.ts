import { parseArgs } from 'node:util';
import { apiPrefix } from '@bourse/protocol';
import { createCatalogue } from './market/catalogue/catalogue.ts';
import { readInstruments } from './market/catalogue/declared.ts';
import { AnswerRefused, type Ask, checkPublishedDay, type DayVerdict } from './market/published-day.ts';

const status: Readonly<Record<DayVerdict, number>> = { equal: 0, differs: 1, 'could not be checked': 2 };
const usage =
  'npm run -s check-day -- DAY --server ADDRESS [--only SYMBOL …], such as: npm run -s check-day -- 2026-11-22 --server http://127.0.0.1:8080';
const waitMs = 20_000;
/** A refusal for too many calls says after how many seconds to ask again. */
const mostSeconds = 70;

const askAt =
  (server: string): Ask =>
  async <Data>(call: string, input: Readonly<Record<string, string | number>>) => {
    const url = new URL(`${apiPrefix}${call.replace('GET ', '')}`, server);
    for (const [name, value] of Object.entries(input)) url.searchParams.set(name, String(value));
    for (;;) {
      const response = await fetch(url, { signal: AbortSignal.timeout(waitMs) }).catch((error: Error) => {
        throw new Error(`${url.origin} does not answer: ${(error.cause as Error | undefined)?.message ?? error.message}`);
      });
      if (response.status === 429) {
        const seconds = Math.min(mostSeconds, Number(response.headers.get('retry-after') ?? 10) + 1);
        await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
        continue;
      }
      const answer = (await response.json().catch(() => undefined)) as { code: number; msg: string; data: Data } | undefined;
      if (!response.ok || answer?.code !== 0)
        throw new AnswerRefused(`${call} was answered with status ${response.status}: ${answer?.msg ?? 'nothing that can be read'}`);
      return answer.data;
    }
  };

/** Checks a day of simulated prices of any server that can be reached. It needs no account and no data folder. */
async function main(): Promise<DayVerdict> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { server: { type: 'string' }, only: { type: 'string', multiple: true } },
  });
  const [day] = positionals;
  if (day === undefined || positionals.length > 1 || values.server === undefined) throw new Error(`how to call it: ${usage}`);
  const file = process.env['BOURSE_INSTRUMENTS'];
  const catalogue = createCatalogue(undefined, undefined, file ? readInstruments(file) : undefined);
  const verdict = await checkPublishedDay(catalogue, askAt(values.server), {
    day,
    ...(values.only ? { only: values.only } : {}),
    say: console.log,
  });
  console.log(`check-day: ${day}, ${verdict}`);
  return verdict;
}

try {
  process.exitCode = status[await main()];
} catch (error) {
  console.log(`NOT CHECKED: ${(error as Error).message}`);
  process.exitCode = status['could not be checked'];
}
