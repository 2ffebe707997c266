import type { Chain, Network } from '@bourse/chains';
import type { DefineRail, EngineReader, RailRules } from '@bourse/engine';
import { canonicalJson } from '@bourse/protocol/canonical';
import type { Log } from '../../platform/log.ts';
import type { EnginePort } from '../../sequencer/port.ts';
import type { Rail, Rails } from '../port.ts';
import type { DeclaredRails } from './declared.ts';

/** The rails of the file, with the rules that the engine has. */
export class RailBook implements Rails {
  private readonly byNumber: ReadonlyMap<number, Rail>;
  private readonly chains: ReadonlyMap<Network, Chain>;
  private inForce: ReadonlyMap<number, RailRules> = new Map();

  constructor(rails: readonly Rail[], chains: ReadonlyMap<Network, Chain>) {
    this.byNumber = new Map(rails.map((rail) => [rail.rail, rail]));
    this.chains = chains;
  }

  all = (): readonly Rail[] => [...this.byNumber.values()];
  get = (rail: number): Rail | undefined => this.byNumber.get(rail);
  rules = (rail: number): RailRules => this.inForce.get(rail) ?? this.byNumber.get(rail)!.rules;
  chain = (network: Network): Chain | undefined => this.chains.get(network);

  /** Takes the rules that the engine has now. */
  refresh(engine: Pick<EngineReader, 'payments'>): void {
    this.inForce = new Map(
      engine
        .payments()
        .rails()
        .map((rules) => [rules.rail, rules]),
    );
  }
}

const sameRules = (one: object, other: object | undefined): boolean =>
  other !== undefined && Object.entries(one).every(([name, value]) => String((other as Record<string, unknown>)[name]) === String(value));

const textOf = (command: object): string =>
  canonicalJson(Object.fromEntries(Object.entries(command).map(([name, value]) => [name, String(value)])));

/**
 * Tells the venue its rails and the rules of payouts where they differ from the file. A venue that has operators hears of them as a proposal, which people approve; until then it goes on by the
 * rules that it has. Rails that people stopped stay stopped.
 */
export async function defineRails(port: EnginePort, { rails, payouts }: DeclaredRails, log: Log): Promise<void> {
  const { value: known } = await port.read((engine) => ({
    rails: new Map(
      engine
        .payments()
        .rails()
        .map((rules) => [rules.rail, rules]),
    ),
    rules: engine.payments().rules(),
    // What an earlier start proposed, and nobody has approved yet.
    proposed: engine.proposals().map(({ body }) => textOf(body)),
  }));
  const wanted: DefineRail[] = rails.map(({ rules }) => ({ kind: 'defineRail', ...rules }));
  const changed = wanted.filter(({ kind: _, ...rules }) => {
    const before = known.rails.get(rules.rail);
    return !sameRules({ ...rules, open: before?.open ?? rules.open }, before);
  });
  const { kind: _, ...payoutRules } = payouts;
  const bodies = [...changed, ...(sameRules(payoutRules, known.rules) ? [] : [payouts])].filter(
    (one) => !known.proposed.includes(textOf(one)),
  );
  for (const command of bodies) {
    const { value: approval } = await port.read((engine) => engine.approvalOf(command));
    const { outcome } = await port.submit(
      approval.persons === 0
        ? { account: 0, command }
        : {
            account: 0,
            command: { kind: 'propose', body: command, proof: '', reason: 'release: rails file' },
            actor: { by: 'system', id: 0 },
          },
    );
    if (!outcome.ok)
      log.error({ command: command.kind, error: outcome.error, detail: outcome.detail }, 'a rail could not be defined; it stays as it was');
  }
}
