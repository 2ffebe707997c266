import type { EngineEvent, FillEvent, FundingRoundEvent, LiquidationEvent } from '@bourse/engine';
import { canonicalJson, type InstrumentFacts, receiptHash, type SettlementEvent } from '@bourse/engine/receipts';
import { facts as exampleFacts, examples } from '@bourse/engine/receipts/examples';
import type { Evidence } from '@bourse/transparency';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type CheckedReceipt, checkReceipt, definedFigures, type Step } from './index.ts';
import { fillAnswer, LogWorld, settlementAnswer } from './testing/world.ts';

const instrument: InstrumentFacts = exampleFacts.instrument;

const fillOf = (seq: number, parts: { price: number; lots: number; takerSide: 0 | 1; takerPpm: number; makerPpm: number }): FillEvent => {
  const { price, lots, takerSide } = parts;
  const baseUnits = BigInt(lots) * instrument.lotUnits;
  const quoteUnits = lots * price * instrument.quoteUnitsPerTickLot;
  const side = (account: number, order: number, feePpm: number, buys: boolean) => {
    const received = buys ? baseUnits : BigInt(quoteUnits);
    const feeUnits = Number((received * BigInt(feePpm) + 999_999n) / 1_000_000n);
    return { account, order, feePpm, feeUnits, feeAsset: buys ? instrument.baseAsset : instrument.quoteAsset };
  };
  return {
    ...{ kind: 'fill', seq, index: 2, time: 1_700_000_000_000, fill: seq + 70, instrument: instrument.instrument },
    ...{ priceTicks: price, lots, baseUnits, quoteUnits, takerSide },
    taker: side(100_001, 500, parts.takerPpm, takerSide === 0),
    maker: side(100_002, 400, parts.makerPpm, takerSide === 1),
  };
};
const usual = { price: 60_001, lots: 30, takerSide: 0, takerPpm: 501, makerPpm: 250 } as const;

/** The steps that do not agree, with the reasons. */
const wrong = ({ steps }: CheckedReceipt) =>
  steps.filter(({ verdict }) => verdict === 'differs').map(({ name, why }: Step) => `${name} ${why}`);

let world: LogWorld;
let fill: FillEvent;
let other: FillEvent;
beforeAll(() => {
  world = new LogWorld('demo', 1, { instrument }).fill(111);
  fill = fillOf(112, usual);
  world.add([fill]);
  other = fillOf(113, { ...usual, lots: 31 });
  world.add([other]);
  world.fill(300);
});

describe('the receipt of a trade', () => {
  it.each(['taker', 'maker'] as const)('of the %s agrees, down to the signature of the head', async (role) => {
    const answer = await fillAnswer(world, fill, role, instrument);
    const checked = checkReceipt(answer, [world.key]);
    expect(checked).toMatchObject({
      verdict: 'agrees',
      head: { origin: 'exchange.example/tlog/demo', venue: 'demo', size: 300, signers: [world.origin] },
    });
    expect(checked.steps.map(({ name }) => name)).toEqual(['hash', 'signed', 'included', 'told', 'defined', 'arithmetic']);
  });

  it('agrees for any trade', async () => {
    const parts = fc.record({
      price: fc.integer({ min: 1, max: 90_000_000 }),
      lots: fc.integer({ min: 1, max: 90_000 }),
      takerSide: fc.constantFrom(0 as const, 1 as const),
      takerPpm: fc.nat(2000),
      makerPpm: fc.nat(2000),
    });
    await fc.assert(
      fc.asyncProperty(
        parts,
        fc.constantFrom('taker' as const, 'maker' as const),
        fc.integer({ min: 1, max: 40 }),
        async (some, role, before) => {
          const own = new LogWorld('demo', 1, { instrument }).fill(before);
          const made = fillOf(before + 1, some);
          own.add([made]);
          expect(checkReceipt(await fillAnswer(own, made, role, instrument), [own.key]).verdict).toBe('agrees');
        },
      ),
      { numRuns: 60, seed: 10 },
    );
  });

  it('differs with any character of its document changed, whatever the character', async () => {
    const answer = await fillAnswer(world, fill, 'taker', instrument);
    fc.assert(
      fc.property(fc.nat(answer.document.length - 1), fc.string({ minLength: 0, maxLength: 2 }), (at, put) => {
        const document = answer.document.slice(0, at) + put + answer.document.slice(at + 1);
        fc.pre(document !== answer.document);
        expect(checkReceipt({ ...answer, document }, [world.key]).verdict).toBe('differs');
      }),
      { numRuns: 300, seed: 10 },
    );
  });

  /** The figures of a document that can be changed, with a hash to match, without the check finding it. */
  const unfound = ({ facts, evidence }: Awaited<ReturnType<typeof fillAnswer>>) =>
    Object.entries(facts).flatMap(([name, value]) => {
      const changed = {
        ...facts,
        [name]: typeof value === 'number' ? value + 1 : typeof value === 'string' && /^\d+$/.test(value) ? `${value}1` : `${value}x`,
      };
      const again = { document: canonicalJson(changed), hash: receiptHash(changed), evidence };
      return checkReceipt(again, [world.key]).verdict === 'differs' ? [] : [name];
    });

  it.each(['taker', 'maker'] as const)(
    'of the %s differs with any figure changed and a hash to match, names and digits too',
    async (role) => {
      expect(unfound(await fillAnswer(world, fill, role, instrument))).toEqual([]);
    },
  );

  it('from the time before logs stated terms agrees, and names the figures that only the document states', async () => {
    const older = new LogWorld().fill(111);
    older.add([fill]);
    const answer = await fillAnswer(older, fill, 'taker', instrument);
    const checked = checkReceipt(answer, [older.key]);
    expect(checked.verdict).toBe('agrees');
    expect(checked.steps.map(({ name }) => name)).toEqual(['hash', 'signed', 'included', 'told', 'stated', 'arithmetic']);
    const stated = 'symbol, baseCode, baseScale, quoteCode, quoteScale, feeCode, lotUnits, quoteUnitsPerTickLot';
    expect(checked.steps.find(({ name }) => name === 'stated')?.detail).toBe(stated);
    expect(unfound(answer).sort()).toEqual(['baseScale', 'quoteCode', 'quoteScale', 'symbol']);
    expect(unfound(answer).filter((name) => !definedFigures.includes(name))).toEqual([]);
  });

  it('differs under terms that another instrument had, whatever the exchange shows', async () => {
    const renamed = { ...instrument, symbol: 'DOGE-PERP' };
    const { document, hash } = await fillAnswer(world, fill, 'taker', renamed);
    const { evidence } = await fillAnswer(world, fill, 'taker', instrument);
    const checked = checkReceipt({ document, hash, evidence }, [world.key]);
    expect(checked.steps.find(({ name }) => name === 'told')).toMatchObject({ verdict: 'differs', detail: 'symbol' });
  });

  it('is not proven by another event, another side, or the proof of another command', async () => {
    const mine = await fillAnswer(world, fill, 'taker', instrument);
    const theirs = await fillAnswer(world, fill, 'maker', instrument);
    const later = await fillAnswer(world, other, 'taker', instrument);
    const check = (evidence: Evidence) => wrong(checkReceipt({ ...mine, evidence }, [world.key]));
    expect(check(theirs.evidence)).toEqual(['told eventMissing']);
    expect(check(later.evidence)).toEqual(['told eventMissing']);
    const entry = mine.evidence.shown[0]!;
    const laterEntry = later.evidence.shown[0]!;
    const change = (parts: Partial<typeof entry>): Evidence => ({ ...mine.evidence, shown: [{ ...entry, ...parts }] });
    const included = ['included notIncluded'];
    expect(check(change({ path: laterEntry.path }))).toEqual(included);
    expect(check(change({ path: entry.path.slice(0, -1) }))).toEqual(included);
    expect(check(change({ path: [...entry.path, entry.path[0]!] }))).toEqual(included);
    expect(check(change({ seq: 113 }))).toEqual(included);
    expect(check(change({ seq: 2_000_000 }))).toEqual(included);
    expect(check(change({ entry: laterEntry.entry }))).toEqual(included);
    expect(check(change({ opened: laterEntry.opened }))).toEqual(included);
    expect(check(change({ opened: [] }))).toEqual(['told eventMissing']);
    const [opened] = entry.opened;
    if (opened?.kind !== 'event') throw new Error('an event was opened');
    expect(check(change({ opened: [{ ...opened, text: opened.text.replace('"lots":30', '"lots":31') }] }))).toEqual(included);
    expect(check(change({ opened: [{ ...opened, of: opened.of + 5 }] }))).toEqual(included);
    expect(check(change({ opened: [{ ...opened, at: opened.at - 1 }] }))).toEqual(included);
    expect(check(change({ opened: [{ ...opened, salt: opened.salt.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')) }] }))).toEqual(
      included,
    );
  });

  it('is not proven by the head of another log, of another size, or signed by another key', async () => {
    const mine = await fillAnswer(world, fill, 'taker', instrument);
    const forger = new LogWorld('demo', 2).fill(111);
    forger.add([fill]);
    const real = new LogWorld('real', 3).fill(111);
    real.add([fill]);
    const check = (head: string, keys = [world.key]) => wrong(checkReceipt({ ...mine, evidence: { ...mine.evidence, head } }, keys));
    expect(check(forger.head())).toEqual(['signed unsigned']);
    // The real venue's log is signed by a known key, too: the receipt is of the demo venue.
    expect(
      wrong(checkReceipt({ ...mine, evidence: (await fillAnswer(real, fill, 'taker', instrument)).evidence }, [world.key, real.key])),
    ).toEqual(['signed otherLog']);
    expect(check(world.head().replace('\n300\n', '\n301\n'))).toEqual(['signed unsigned']);
    expect(check(world.head(299))).toEqual(['included notIncluded']);
    expect(check(world.head(111))).toEqual(['included notIncluded']);
    expect(check(world.head(), [forger.key])).toEqual(['signed unsigned']);
    expect(check(world.head(), [real.key])).toEqual(['signed otherLog']);
    expect(checkReceipt(mine, []).verdict).toBe('unchecked');
  });

  it('is not proven by a witness alone, and names the witnesses that signed', async () => {
    const mine = await fillAnswer(world, fill, 'taker', instrument);
    const alone = world.head(300, 1_790_000_000).replace(/^— exchange.*\n/m, '');
    expect(wrong(checkReceipt({ ...mine, evidence: { ...mine.evidence, head: alone } }, [world.key, world.witness]))).toEqual([
      'signed unsigned',
    ]);
    const both = { ...mine.evidence, head: world.head(300, 1_790_000_000) };
    expect(checkReceipt({ ...mine, evidence: both }, [world.witness, world.key]).head).toMatchObject({
      signers: [world.origin, 'witness.example'],
      witnessedAt: 1_790_000_000_000,
    });
  });

  it('waits for a signed head', async () => {
    const { document, hash } = await fillAnswer(world, fill, 'taker', instrument);
    const checked = checkReceipt({ document, hash, evidence: null }, [world.key]);
    expect(checked.verdict).toBe('unchecked');
    expect(checked.steps[1]).toMatchObject({ name: 'signed', why: 'notYet' });
  });

  it('never throws and never agrees, whatever is sent', async () => {
    const mine = await fillAnswer(world, fill, 'taker', instrument);
    const paths = [
      'document',
      'hash',
      'evidence',
      'evidence.head',
      'evidence.shown',
      'evidence.shown.0.seq',
      'evidence.shown.0.entry',
      'evidence.shown.0.path',
      'evidence.shown.0.opened',
      'evidence.shown.0.opened.0.salt',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.anything(), (path, value) => {
        fc.pre(!(path === 'hash' && value === undefined));
        const given = structuredClone({ document: mine.document, hash: mine.hash, evidence: mine.evidence }) as unknown as Record<
          string,
          unknown
        >;
        const names = path.split('.');
        const last = names.pop()!;
        const into = names.reduce<Record<string, unknown>>((at, name) => at[name] as Record<string, unknown>, given);
        into[last] = value;
        expect(checkReceipt(given as never, [world.key]).verdict).not.toBe('agrees');
      }),
      { numRuns: 500, seed: 4 },
    );
  });
});

describe('the receipt of a settlement', () => {
  const settled = async (name: string, older?: 'older') => {
    const own = new LogWorld('demo', 1, older ? undefined : exampleFacts).fill(20);
    const event = { ...examples[name]!, seq: 32, index: 3 } as SettlementEvent;
    // What it rests on came before, or in the same command.
    const mark = { ...exampleFacts.mark!, seq: 25, index: 0 };
    const round: FundingRoundEvent = { ...exampleFacts.round!, seq: 26, index: 1 };
    const liquidation = { ...(examples['a liquidation'] as LiquidationEvent), seq: 32, index: 5, bankruptcyTicks: 59_000, position: 12 };
    const byKind: Record<string, EngineEvent[]> = {
      fundingPayment: [round, mark],
      liquidation: [mark],
      deleverage: [liquidation],
      positionFill: name.startsWith('a liquidation') ? [liquidation] : [],
    };
    const restsOn = byKind[event.kind] ?? [];
    const told = [event as EngineEvent, ...restsOn];
    for (let seq = 21; seq <= 32; seq += 1) own.add(told.filter((one) => one.seq === seq));
    own.fill(40);
    return { own, restsOn, answer: await settlementAnswer(own, event, { ...exampleFacts, mark, round }, restsOn) };
  };

  it.each(Object.keys(examples))('%s agrees', async (name) => {
    const { own, answer } = await settled(name);
    const checked = checkReceipt(answer, [own.key]);
    expect(wrong(checked)).toEqual([]);
    expect(checked.verdict).toBe('agrees');
    expect(checked.steps.map((step) => step.name)).toContain('defined');
  });

  it.each(Object.keys(examples))('%s from the time before logs stated terms agrees too, and says so', async (name) => {
    const { own, answer } = await settled(name, 'older');
    const checked = checkReceipt(answer, [own.key]);
    expect(checked.verdict).toBe('agrees');
    expect(checked.steps.map((step) => step.name)).toContain('stated');
  });

  it.each(['funding paid', 'a liquidation', 'a deleveraging', 'a liquidation through the book beyond the bankruptcy price'])(
    '%s does not agree without the events that it rests on',
    async (name) => {
      const { own, answer, restsOn } = await settled(name);
      expect(restsOn.length).toBeGreaterThan(0);
      const [first] = answer.evidence.shown;
      const alone: Evidence = { ...answer.evidence, shown: [{ ...first!, opened: first!.opened.slice(0, 1) }] };
      expect(wrong(checkReceipt({ ...answer, evidence: alone }, [own.key]))).toEqual(['told eventMissing']);
    },
  );

  const unfound = ({ answer, own }: Awaited<ReturnType<typeof settled>>) =>
    Object.entries(answer.facts).flatMap(([field, value]) => {
      const change =
        typeof value === 'number'
          ? value + 1
          : typeof value === 'string' && /^-?\d+$/.test(value)
            ? `${value}1`
            : typeof value === 'boolean'
              ? !value
              : `${value}x`;
      const changed = { ...answer.facts, [field]: change };
      const given = { document: canonicalJson(changed), hash: receiptHash(changed), evidence: answer.evidence };
      return checkReceipt(given, [own.key]).verdict === 'differs' ? [] : [field];
    });

  it.each(Object.keys(examples))('%s differs with any figure changed and a hash to match, names, digits and rules too', async (name) => {
    expect(unfound(await settled(name))).toEqual([]);
    expect(unfound(await settled(name, 'older')).filter((field) => !definedFigures.includes(field))).toEqual([]);
  });

  it('a liquidation differs with the band of its mark price changed, which the event of the mark price states', async () => {
    const { own, answer } = await settled('a liquidation');
    const mark = answer.facts['mark'] as Record<string, unknown>;
    const changed = { ...answer.facts, mark: { ...mark, markBandBps: Number(mark['markBandBps']) + 1 } };
    const checked = checkReceipt({ document: canonicalJson(changed), hash: receiptHash(changed), evidence: answer.evidence }, [own.key]);
    expect(wrong(checked)).toContain('told documentDiffers');
  });
});
