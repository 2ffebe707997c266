import type { Chain, Network } from '@bourse/chains';
import type { ApprovedCommand, DefinePayoutRules, DefineRail, EngineReader, RailRules } from '@bourse/engine';
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

type Rules = DefineRail | DefinePayoutRules;
type Body = Rules | Extract<ApprovedCommand, { kind: 'announceChange' }>;

const textOf = (command: object): string =>
  canonicalJson(Object.fromEntries(Object.entries(command).map(([name, value]) => [name, String(value)])));
/** Whether two sets of rules say the same, whatever the order of their fields. Whether a rail is open is no rule: people switch it. */
const same = (one: Rules, other: Rules | undefined): boolean =>
  other !== undefined && textOf({ ...one, open: '' }) === textOf({ ...other, open: '' });
const isAbout = (one: Rules, body: { kind: string }): body is Rules =>
  body.kind === one.kind && (!('rail' in one) || ('rail' in body && body.rail === one.rail));

/**
 * What the file still has to tell the venue of one rail, or of payouts: its first rules bare, others by an announcement. An announcement of the file that waits,
 * and that the file no longer has, is taken back by the rules in force.
 */
function bodyFor(engine: EngineReader, declared: Rules, reason: string): Body | undefined {
  const current = engine.inForce(declared) as Rules | undefined;
  if (current === undefined) return declared;
  const body: Rules = 'open' in current ? ({ ...declared, open: current.open } as DefineRail) : declared;
  const waiting = engine
    .pendingChanges()
    .find((one) => isAbout(declared, one.body) && !one.differences.every(({ field }) => field === 'open'));
  const done = waiting === undefined ? same(body, current) : same(body, waiting.body as Rules);
  // What operators announced is not taken back by a file that never changed.
  const theirs = waiting !== undefined && waiting.origin !== 'file' && same(body, current);
  return done || theirs ? undefined : { kind: 'announceChange', body, origin: 'file', reason, from: 0 };
}

/** Whether an earlier start proposed it, and nobody has approved it yet. */
const isProposed = (engine: EngineReader, wanted: Body): boolean =>
  engine.proposals().some(({ body }) => {
    if (wanted.kind !== 'announceChange') return isAbout(wanted, body) && same(wanted, body);
    const rules = wanted.body as Rules;
    return body.kind === 'announceChange' && isAbout(rules, body.body) && same(rules, body.body);
  });

/**
 * Tells the venue its rails and the rules of payouts where they differ from the file. A venue that has operators hears of them as a proposal, which people approve; until then it goes on by the
 * rules that it has. Rails that people stopped stay stopped.
 */
export async function defineRails(port: EnginePort, { rails, payouts, why }: DeclaredRails, log: Log): Promise<void> {
  const declared: Rules[] = [...rails.map(({ rules }): DefineRail => ({ kind: 'defineRail', ...rules })), payouts];
  const { value: bodies } = await port.read((engine) =>
    declared.flatMap((one) => {
      const body = bodyFor(engine, one, why);
      return body === undefined || isProposed(engine, body) ? [] : [body];
    }),
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
