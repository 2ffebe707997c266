import type { InstrumentTerms } from '@bourse/engine';
import type { EnginePort } from '../../sequencer/port.ts';
import type { Catalogue, InstrumentInfo } from '../port.ts';
import { builtAnew } from '../rows.ts';

/** Gives an instrument the terms that are in force. Those of the file may still wait for their notice. */
function adopt(info: InstrumentInfo, { instrument, contract, timed, stock, swap }: InstrumentTerms): void {
  const { minLots, maxLots, minNotional, bandBps, takerFeePpm, makerFeePpm } = instrument;
  Object.assign(info, { minLots, maxLots, minNotional: BigInt(minNotional), bandBps, takerFeePpm, makerFeePpm });
  if (contract && info.contract) {
    const { kind: _, instrument: __, ...rules } = contract;
    info.contract = rules;
    info.leverage = rules.tiers[0]?.maxLeverage ?? info.leverage;
  }
  if (timed && info.timed) {
    const { kind: _, instrument: __, ...rules } = timed;
    info.timed = rules;
  }
  if (swap && info.swap) {
    const { kind: _, instrument: __, ...rules } = swap;
    info.swap = rules;
  }
  if (stock && info.stock) {
    const { kind: _, instrument: __, ...rules } = stock;
    info.stock = { ...rules, calendar: info.stock.calendar };
    info.leverage = rules.maxLeverage;
  }
}

/** Keeps the terms that the server shows and checks with as the engine has them. Returns what ends it. */
export async function followTerms(port: EnginePort, { instruments, instrumentById }: Catalogue): Promise<() => void> {
  const bring = async (ids: readonly number[]) => {
    const { value } = await port.read((engine) => ids.map((id) => [id, engine.terms(id)] as const));
    for (const [id, terms] of value) {
      const info = instrumentById(id);
      if (info && terms) {
        adopt(info, terms);
        builtAnew(info);
      }
    }
  };
  const stop = port.onDurable(({ records }) => {
    const changed = new Set<number>();
    const cursor = records.cursor();
    while (cursor.next()) {
      if (cursor.kind !== 'ruleInForce' && cursor.kind !== 'proposal') continue;
      const event = cursor.event();
      if ((event.kind === 'ruleInForce' || event.kind === 'proposal') && 'instrument' in event.body) changed.add(event.body.instrument);
    }
    // A read that fails ends with the venue's writer; its next start reads all terms.
    if (changed.size > 0) bring([...changed]).catch(() => {});
  });
  await bring(instruments.filter(({ tradable }) => tradable).map(({ id }) => id));
  return stop;
}
