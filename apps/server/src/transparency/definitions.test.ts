import { type Command, type EngineEvent, type Outcome, usualActor } from '@bourse/engine';
import { AssetKind, InstrumentKind, InstrumentStatus } from '@bourse/protocol/enums';
import { expect, it } from 'vitest';
import { engineKit } from '../sequencer/engine-kit.ts';
import { Definitions } from './definitions.ts';

const start = 1_790_000_000_000;
const day = 86_400_000;

const contract = (markBandBps: number) => ({
  ...({ kind: 'defineContract', instrument: 7, markBandBps, liquidationFeePpm: 0, fundingIntervalMs: 28_800_000 } as const),
  ...{ interestE8: 0, fundingCapE8: 0, fundingInParts: false },
  tiers: [{ maxNotional: 1_000_000_000, maxLeverage: 10, maintenancePpm: 5000 }],
});
const instrument: Extract<Command, { kind: 'defineInstrument' }> = {
  ...({ kind: 'defineInstrument', instrument: 7, symbol: 'BTC-PERP', instrumentKind: InstrumentKind.contract } as const),
  ...{ baseAsset: 2, quoteAsset: 1, lotUnits: 100n, quoteUnitsPerTickLot: 1, minLots: 1, maxLots: 1_000_000, minNotional: 0 },
  ...{ bandBps: 5000, takerFeePpm: [0], makerFeePpm: [0], keepsProtection: false, status: InstrumentStatus.trading },
};

/** A venue whose definitions are followed, event by event, as the log does. */
function venue() {
  const engine = engineKit.create('demo');
  const followed = new Definitions();
  let time = start;
  /** Sends a command, and gives the bands that the log states beside its mark prices. */
  const send = (command: Command, afterMs = 0) => {
    time += afterMs;
    const sequenced = { seq: engine.seq + 1, time, commandId: new Uint8Array(16), actor: usualActor(command), command };
    const outcome: Outcome = engine.apply(sequenced);
    expect(outcome, command.kind).toMatchObject({ ok: true });
    const kinds: string[] = [];
    for (const event of engine.takeEvents() as EngineEvent[]) {
      followed.happened(event);
      if (event.kind === 'mark') kinds.push(`mark ${followed.termsOf(event)?.['markBandBps']}`);
      else if (event.kind === 'ruleInForce') kinds.push('ruleInForce');
    }
    followed.answered({ sequenced, outcome });
    return kinds;
  };
  const tick = (afterMs = 0) =>
    send({ kind: 'feedTicks', source: 'test', items: [{ instrument: 7, priceTicks: 60_000, time: time + afterMs }] }, afterMs);
  send({ kind: 'defineAsset', asset: 1, code: 'USDT', scale: 6, assetKind: AssetKind.stablecoin });
  send({ kind: 'defineAsset', asset: 2, code: 'BTC', scale: 8, assetKind: AssetKind.coin });
  send(instrument);
  send(contract(30));
  return { send, tick, followed, engine };
}

it('a mark price states the band that made it, on both sides of a change that falls due', () => {
  const { send, tick, followed, engine } = venue();
  expect(tick()).toEqual(['mark 30']);
  send({ kind: 'announceChange', body: contract(50), origin: 'operator', reason: 'calmer marks', from: start + day });
  expect(tick(1_000)).toEqual(['mark 30']);
  expect(tick(day)).toEqual(['ruleInForce', 'mark 50']);
  expect(followed).toEqual(Definitions.of(engine));
});

it('a change at once holds behind its own event, and a refused one never', () => {
  const { send, tick, followed, engine } = venue();
  send({ kind: 'announceChange', body: contract(40), origin: 'operator', reason: 'wider', from: 0 });
  expect(tick()).toEqual(['mark 40']);
  followed.answered({
    sequenced: { seq: 99, time: start, commandId: new Uint8Array(16), actor: usualActor(instrument), command: contract(70) },
    outcome: { ok: false, error: 'changeUnannounced' },
  });
  expect(tick()).toEqual(['mark 40']);
  expect(followed).toEqual(Definitions.of(engine));
});
