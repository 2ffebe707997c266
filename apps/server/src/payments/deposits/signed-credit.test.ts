import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, refusalOf, testDesk } from '../testing/desk.ts';
import { testMoney } from '../testing/kit.ts';

/** Large deposits from the chain through the console to the balance. */
let kit: Awaited<ReturnType<typeof testMoney>>;
let office: Awaited<ReturnType<typeof testDesk>>;
let [ada, ben]: Person[] = [];
beforeAll(async () => {
  kit = await testMoney();
  office = await testDesk(kit);
  ({ ada, ben } = office);
}, 60_000);
afterAll(async () => {
  await office.desk.close();
  await kit.close();
});

const yes = { reasonCode: 'arrived' } as const;
const coins = async (account: number) => {
  const { id } = kit.catalogue.assetByCode('USDT')!;
  return (await kit.real.read((engine) => engine.balances(account).find((one) => one.wallet === 1 && one.asset === id)?.available ?? 0n))
    .value;
};
async function deposited() {
  const { account, token } = await kit.customer('real');
  await kit.setLevel(account, 1);
  await kit.call('GET pay/recharge/udun-address', { asset: 'USDT', network: 'ethereum' }, { token });
  await kit.blocks();
  await kit.call('POST pay/recharge/test-coins', { channel: 1, amount: '60000' }, { token });
  await kit.blocks(13);
  const [row] = await kit.database.query<{ id: bigint }>("SELECT id FROM case_file WHERE kind = 'deposit' AND account = $1", [account]);
  await office.later();
  return { account, token, id: String(row!.id) };
}
const proposals = async () => (await kit.real.read((engine) => engine.proposals())).value;

test('a deposit for which the venue wants two people waits in its case for the second, and is credited when both have signed', async () => {
  const { account, id } = await deposited();
  await office.take(id);
  const first = await office.decide(id, ada!, yes);
  expect(first.data).toMatchObject({ persons: 2, case: { step: 'proposed', waitsFor: 'secondOperator' } });
  expect(await coins(account)).toBe(0n);
  expect(refusalOf(await office.decide(id, ada!, yes))).toBe('decidedByYou');
  await office.read(id, ben!);
  expect((await office.decide(id, ben!, yes)).data.case.step).toBe('passed');
  expect(await coins(account)).toBe(60_000_000_000n);
  expect(await proposals()).toEqual([]);
  await kit.blocks(2);
  expect(await coins(account)).toBe(60_000_000_000n);
});

/** The case is as it is after the job that follows verdicts. */
async function followed(id: string) {
  await office.desk.carryOut.job.run();
  return (await office.get(id)).case;
}
/** The first person has signed; the venue waits for another. */
async function half() {
  const made = await deposited();
  await office.take(made.id);
  expect(refusalOf(await office.decide(made.id, ada!, yes))).toBe('done');
  return { ...made, waits: (await proposals()).at(-1)! };
}

test('one whose day is over returns to its case, and is decided anew by two', async () => {
  const { account, id } = await half();
  kit.clock.advance(24 * 3_600_000 + 60_000);
  await office.later();
  expect(await followed(id)).toMatchObject({ step: 'waiting', owner: null });
  await office.take(id);
  expect((await office.decide(id, ada!, yes)).data.case).toMatchObject({ waitsFor: 'secondOperator' });
  await office.read(id, ben!);
  expect((await office.decide(id, ben!, yes)).data.case.step).toBe('passed');
  expect(await coins(account)).toBe(60_000_000_000n);
});

test('one that is retracted in the list of changes returns to its case', async () => {
  const { account, id, waits } = await half();
  const retract = { venue: 'real', proposal: String(waits.proposal), reason: 'asked first' } as const;
  expect(refusalOf(await office.desk.call('POST change/retract', retract, { token: ben!.token }))).toBe('done');
  expect(await followed(id)).toMatchObject({ step: 'waiting' });
  expect(await coins(account)).toBe(0n);
});

test('one that is approved in the list of changes ends with it', async () => {
  const { account, id, waits } = await half();
  const assertion = ben!.key.assert({ challenge: waits.digest, rpId: 'localhost' });
  const approve = { venue: 'real', proposal: String(waits.proposal), digest: waits.digest, assertion } as const;
  expect(refusalOf(await office.desk.call('POST change/approve', approve, { token: ben!.token }))).toBe('done');
  await kit.blocks(1);
  expect(await followed(id)).toMatchObject({ step: 'passed' });
  expect(await coins(account)).toBe(60_000_000_000n);
});

test('one that the second person refuses takes the venue’s proposal with it', async () => {
  const { account, id, waits } = await half();
  await office.read(id, ben!);
  expect((await office.decide(id, ben!, { pass: false, reasonCode: 'other' })).data.case.step).toBe('waiting');
  expect((await proposals()).map(({ proposal }) => proposal)).not.toContain(waits.proposal);
  expect(await coins(account)).toBe(0n);
});

test('one whose payment left the chain is credited by nobody until a block has it again', async () => {
  const { account, id } = await deposited();
  await office.take(id);
  // As the watcher keeps it when a reorganisation took the block and the payment came into no other.
  const isLost = (lost: boolean) =>
    kit.database.query("UPDATE chain_observation SET observation = observation || jsonb_build_object('lost', $1::boolean)", [lost]);
  await isLost(true);
  expect(refusalOf(await office.decide(id, ada!, yes))).toBe('transactionUnknown');
  await isLost(false);
  expect(refusalOf(await office.decide(id, ada!, yes))).toBe('done');
  // Between the first person and the second.
  await isLost(true);
  await office.read(id, ben!);
  expect(refusalOf(await office.decide(id, ben!, yes))).toBe('transactionUnknown');
  expect(await coins(account)).toBe(0n);
  await isLost(false);
  expect((await office.decide(id, ben!, yes)).data.case.step).toBe('passed');
  expect(await coins(account)).toBe(60_000_000_000n);
});
