import type { State } from '../core/state.ts';
import { count, flag, list, optional, serial, signed, struct, type ValueOf } from '../define/field.ts';
import { section } from '../define/section.ts';
import { warnedFields } from '../leverage/warned-positions.ts';
import { Contract } from './contract.ts';
import { contract } from './declare.ts';
import { FundingRound } from './funding/round.ts';

const dues = list(struct({ position: serial(), account: count(), lots: count() }));

const kept = struct({
  rules: struct(contract.commands.defineContract.fields),
  markTicks: count(),
  basisTicks: signed(),
  lastTicks: count(),
  basis: struct({ second: count(), samples: list(struct({ second: count(), basis: signed() })) }),
  premium: struct({ sumE8: signed(), samples: count() }),
  warned: warnedFields,
  parked: list(serial()),
  backlog: flag(),
  deleveraged: count(),
  round: optional(
    struct({
      round: serial(),
      rateE8: signed(),
      markTicks: count(),
      asked: count(),
      paid: count(),
      received: count(),
      payers: dues,
      receivers: dues,
    }),
  ),
});

/** Contracts by instrument. The watch heaps and the open lots follow from the positions. */
export const contractSection = section(
  4,
  'contract',
  { contracts: list(kept) },
  {
    save: (s) => ({
      contracts: s.instruments.list
        .flatMap((ins) => (ins.contract === undefined ? [] : [ins.contract]))
        .sort((a, b) => a.rules.instrument - b.rules.instrument)
        .map((one) => ({
          rules: one.rules,
          markTicks: one.markTicks,
          basisTicks: one.basisTicks,
          lastTicks: one.lastTicks,
          basis: one.basis.store(),
          premium: { sumE8: one.premium.sumE8, samples: one.premium.samples },
          warned: one.warned.store(),
          parked: one.parked,
          backlog: one.backlog,
          deleveraged: one.deleveraged,
          round: one.round?.store(),
        })),
    }),
    load(s, { contracts }) {
      for (const one of contracts) restore(s, one);
    },
  },
);

function restore(s: State, { rules, basis, premium, warned, parked, round, ...live }: ValueOf<typeof kept>): void {
  const ins = s.instruments.get(rules.instrument)!;
  const restored = new Contract({ kind: 'defineContract', ...rules }, s.positions);
  Object.assign(restored, live, { parked: [...parked] });
  Object.assign(restored.premium, premium);
  restored.basis.load(basis);
  restored.warned.load(warned);
  if (round !== undefined) restored.round = FundingRound.of(round);
  ins.contract = restored;
  if (live.backlog) s.backlogs += 1;
  if (round !== undefined) s.funding.add(ins.slot);
}
