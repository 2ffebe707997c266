import type { CallName } from '@bourse/protocol';
import { callTable } from '@bourse/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attacks, decimalFields, otherTypes, spoiled } from '../testing/amount-attacks.ts';
import { testMoney } from './testing/kit.ts';
import { testMoneyOut } from './testing/money-out.ts';

let comesIn: Awaited<ReturnType<typeof testMoney>>;
let goesOut: Awaited<ReturnType<typeof testMoneyOut>>;
beforeAll(async () => {
  [comesIn, goesOut] = [await testMoney(), await testMoneyOut()];
}, 120_000);
afterAll(async () => {
  await comesIn.close();
  await goesOut.close();
});

const fields = decimalFields().filter(({ name }) => callTable[name]?.account === 'real');
const rows = 'SELECT (SELECT count(*) FROM deposit) + (SELECT count(*) FROM payout_step) AS n';

test.each(fields)('$name $path refuses what is no amount, and nothing changes', async ({ name, path }) => {
  const spec = callTable[name]!;
  const out = name.includes('withdrawal');
  const who = out ? await goesOut.payee('USDT') : await comesIn.customer('real');
  if (!out) await comesIn.setLevel(who.account, 1);
  const { database, real } = out ? goesOut : comesIn;
  const held = async () =>
    String((await real.read((engine) => engine.balances(who.account))).value.map(({ available, frozen }) => [available, frozen]));
  const before = [await held(), await database.query(rows)];
  for (const value of [...attacks, ...(name.startsWith('GET ') ? [] : otherTypes)]) {
    const input = spoiled(spec.example as Record<string, unknown>, path, value);
    const answer =
      spec.proof === null
        ? await (out ? goesOut : comesIn).call(name as CallName, input as never, { token: who.token })
        : await goesOut.prove(name as 'POST pay/withdrawal', input as never, who);
    expect(answer.status, `${JSON.stringify(value)}: ${answer.body}`).toBe(400);
    expect(answer.data).toBeNull();
  }
  expect([await held(), await database.query(rows)]).toEqual(before);
});
