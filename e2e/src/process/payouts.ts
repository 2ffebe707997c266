import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isOpen, payoutStates } from '@bourse/engine';
import { type PayoutStep, payoutSteps } from '@bourse/protocol';
import { Random } from '../../../simulator/src/random.ts';
import { decimal, sum, units } from '../harness/money.ts';
import { verify } from './journal.ts';
import { transfersTo } from './outside.ts';
import { type Payee, rail } from './payee.ts';
import { deposit, populate, type Victim, victims, World } from './payout-world.ts';
import type { Staff } from './staff.ts';
import { sleep, until } from './world.ts';

/** In no block, or not signed, for so long: nobody knows. */
const doubtMs = 31 * 60_000;
const settleMs = 180_000;
/** As the start set has it. */
const secondAbove = '10000';

/** Where a payout can stand before its end. */
const ends: readonly string[] = payoutStates.filter((state) => !isOpen(state));
const stations = payoutSteps.filter((step) => !ends.includes(step));

interface Round {
  station: PayoutStep;
  victim: Victim;
  /** How long after the payout was seen there. */
  delayMs: number;
}

/** Every station with every victim, before any pair comes again; the first rounds have each station once and each victim as often as another. */
function roundsOf(seed: number, kills: number): Round[] {
  const random = new Random(seed);
  const shuffled = <T>(list: readonly T[]): T[] => {
    const left = [...list];
    return list.map(() => left.splice(random.between(0, left.length - 1), 1)[0]!);
  };
  const [places, killed] = [shuffled(stations), shuffled(victims)];
  return Array.from({ length: kills }, (_, at) => ({
    station: places[at % places.length]!,
    victim: killed[(at + Math.floor(at / places.length)) % killed.length]!,
    // Stations that pass quickly are left quickly.
    delayMs: random.between(0, ['review', 'confirming', 'errored'].includes(places[at % places.length]!) ? 1_500 : 60),
  }));
}

/** Above what the development policy of the signer lets one payout be: it refuses for ever, and people find out that it was not sent. */
const beyondSigner = 150_000;
/** What is asked for. No two payouts of a run have the same amount, so that each transfer on the chain is one of them. */
function amountOf(at: number, station: PayoutStep, random: Random): string {
  const sizes: Partial<Record<PayoutStep, readonly number[]>> = { errored: [beyondSigner], review: [1_500, 12_000] };
  const whole = random.pick(sizes[station] ?? [50, 400, 1_500, 12_000]);
  return `${whole}.${String(at + 1).padStart(2, '0')}`;
}

/** A payout of this run, once it has a number. */
interface Asked {
  payee: Payee;
  amount: string;
  id: string;
}

class Rounds {
  readonly asked: Asked[] = [];
  readonly downMs: Record<Victim, number[]> = { server: [], signer: [], chain: [] };
  /** Where the payout of a round was seen last before something was killed. */
  readonly seenAt: PayoutStep[] = [];
  private readonly world: World;
  private readonly staff: Staff;
  private readonly payees: readonly Payee[];
  private readonly random: Random;

  constructor(world: World, staff: Staff, payees: readonly Payee[], seed: number) {
    this.world = world;
    this.staff = staff;
    this.payees = payees;
    this.random = new Random(seed, 1);
  }

  async run(round: Round, at: number): Promise<void> {
    const payee = this.payees[at % this.payees.length]!;
    const amount = amountOf(at, round.station, this.random);
    const asking = payee.withdraw(amount).then((id): Asked => {
      this.asked.push({ payee, amount, id });
      return { payee, amount, id };
    });
    // It is thrown where it is awaited.
    asking.catch(() => undefined);
    if (round.station === 'requested') {
      await this.kill(round, 'requested');
      return this.decide(await asking, 'pass');
    }
    const one = await asking;
    if (round.station === 'review') {
      await this.kill(round, await this.reaches(one, 'review'));
      // People pass it or refuse it, or its owner takes it back.
      return this.decide(one, (['refuse', 'pass', 'cancel'] as const)[Math.floor(at / stations.length) % 3]!);
    }
    await this.decide(one, 'pass');
    if (round.station !== 'errored') return this.kill(round, await this.reaches(one, round.station));
    await this.reaches(one, 'sending');
    await this.world.crash();
    this.world.passes(doubtMs);
    await this.world.start();
    await this.kill(round, await this.reaches(one, 'errored'));
    await this.staff.decide({ kind: 'doubt', payout: one.id, pass: false, reason: 'provedNotSent' });
  }

  private async kill({ victim, delayMs }: Round, seen: PayoutStep): Promise<void> {
    await sleep(delayMs);
    this.seenAt.push(seen);
    this.downMs[victim].push(await this.world.kill(victim));
  }

  /** Waits until a payout is at a station or, where that was over between two looks, beyond it. Answers where it is. */
  private async reaches({ payee, id }: Asked, station: PayoutStep): Promise<PayoutStep> {
    const deadline = Date.now() + 120_000;
    for (let last = ''; ; await sleep(20)) {
      const found = await payee.look(id);
      if (found !== undefined && payoutSteps.indexOf(found.step) >= payoutSteps.indexOf(station)) return found.step;
      last = found?.step ?? last;
      if (Date.now() > deadline) throw new Error(`payout ${id} is at ${last}, and not at ${station}`);
    }
  }

  /** What happens to a payout that waits for people. One that waits for nobody goes on. */
  private async decide(one: Asked, how: 'pass' | 'refuse' | 'cancel'): Promise<void> {
    if ((await this.reaches(one, 'review')) !== 'review') return;
    if (how === 'cancel') return one.payee.takeBack(one.id);
    const kind = units(one.amount) > units(secondAbove) ? 'payoutLarge' : 'payout';
    const pass = how === 'pass';
    await this.staff.decide({ kind, payout: one.id, pass, reason: pass ? 'payoutInOrder' : 'sourceUnclear' });
  }

  /** Waits for the end of every payout. */
  async settle(): Promise<void> {
    const open = async () => {
      const lists = await Promise.all(this.payees.map((one) => one.payouts()));
      return lists.flat().filter(({ step }) => !ends.includes(step));
    };
    let stuck = await open();
    const deadline = Date.now() + settleMs;
    for (; stuck.length > 0 && Date.now() < deadline; stuck = await open()) await sleep(500);
    assert.deepEqual(
      stuck.map(({ id, step, waitsFor }) => ({ id, step, waitsFor })),
      [],
      'payouts that are stuck',
    );
  }
}

/** Compares what customers were told with the chain and with their balances. */
async function judge({ dataFolder }: World, payees: readonly Payee[], asked: readonly Asked[]) {
  const policy = JSON.parse(readFileSync(join(dataFolder, 'signer', 'policy.json'), 'utf8')) as {
    rails: { rail: number; token: string }[];
  };
  const { token } = policy.rails.find((one) => one.rail === rail)!;
  const found = { arrived: 0, returned: 0, lost: 0, doubled: 0 };
  for (const payee of payees) {
    const mine = asked.filter((one) => one.payee === payee);
    const payouts = await payee.payouts();
    const key = ({ id, amount }: { id: string; amount: string }) => `${id}: ${decimal(units(amount))}`;
    assert.deepEqual(payouts.map(key).sort(), mine.map(key).sort(), 'each request made one payout');
    const completed = payouts.filter(({ step }) => step === 'completed');
    const transfers = await transfersTo(dataFolder, token, payee.address);
    for (const { net, txHash } of completed) {
      const times = transfers.filter(({ hash, units: moved }) => hash === txHash && moved * 10n ** 12n === units(net)).length;
      if (times === 0) found.lost += 1;
      else found.arrived += 1;
    }
    found.doubled += Math.max(0, transfers.length - completed.length);
    found.returned += payouts.length - completed.length;
    const { available, frozen } = await payee.balance();
    const left = units(deposit) - sum(completed.map(({ amount }) => amount));
    assert.deepEqual(
      [available, frozen].map((one) => decimal(units(one))),
      [decimal(left), '0'],
      'the balance is what came in less what arrived',
    );
  }
  assert.deepEqual({ lost: found.lost, doubled: found.doubled }, { lost: 0, doubled: 0 });
  return found;
}

/** What the console says about the whole: sums of zero, and as much outside as is owed. */
async function adds({ cleo }: Staff): Promise<void> {
  const { checks } = await cleo.ask('GET ledger/invariants', { venue: 'real' });
  assert.deepEqual(
    checks.filter(({ holds }) => !holds),
    [],
    'what must hold in the ledger',
  );
  let last = '';
  await until(
    'a reconciliation without differences',
    async () => {
      const { lamp, lines, problem } = await cleo.act('POST reconcile/run', {});
      last = JSON.stringify({ lamp, problem, lines: lines.filter(({ difference }) => units(difference) !== 0n) });
      return lamp === 'holds';
    },
    60_000,
  ).catch((error: unknown) => {
    throw new Error(`reconciliation says ${last}`, { cause: error });
  });
}

const median = (list: readonly number[]) => [...list].sort((a, b) => a - b)[list.length >> 1] ?? 0;

/** Server, signer and chains are killed while payouts stand at each of their stations: each payout arrives once, or its amount comes back once. */
export async function payoutsSurviveKills(kills: number, seed: number): Promise<void> {
  const world = await World.make();
  const { dataFolder } = world;
  try {
    const from = Date.now();
    const { staff, payees } = await populate(world, Math.min(4, Math.ceil(kills / 3)));
    const setUpMs = Date.now() - from;
    const rounds = new Rounds(world, staff, payees, seed);
    for (const [at, round] of roundsOf(seed, kills).entries()) await rounds.run(round, at);
    await rounds.settle();
    const { arrived, returned, lost, doubled } = await judge(world, payees, rounds.asked);
    await adds(staff);
    await world.server?.stop();
    const { status, lastLine, output } = await verify({ BOURSE_DATA: dataFolder });
    assert.equal(status, 0, output);
    const killed = victims.map((one) => `${rounds.downMs[one].length} of the ${one} (back in ${median(rounds.downMs[one])} ms)`);
    const seen = stations.map((one) => `${rounds.seenAt.filter((step) => step === one).length} at ${one}`);
    console.log(`  kills with seed ${seed}, after ${setUpMs} ms of set-up: ${killed.join(', ')}; ${seen.join(', ')}`);
    console.log(
      `  ${rounds.asked.length} payouts: ${arrived} arrived once, ${returned} came back once, ${lost} lost, ${doubled} doubled, 0 stuck; ${lastLine}`,
    );
  } catch (error) {
    throw new Error(`with seed ${seed} the server said last:\n${world.server?.output().slice(-3_000)}`, { cause: error });
  } finally {
    await world.server?.stop();
    world.clock.discard();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}
