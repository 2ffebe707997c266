import { type Command, type PayoutFacts, payoutDigest, type payoutReasons, reviewFlags } from '@bourse/engine';
import { formatUnits, trimZeros } from '@bourse/money';
import { Refusal } from '@bourse/protocol/errors';
import type { Effect } from '../../cases/carry-out.ts';
import { type BodyOf, digestToSign, type Said, saidOf, tellVenue } from '../../cases/gated.ts';
import type { CaseKindName } from '../../cases/kinds.ts';
import { type CaseRow, caseColumns, move, openCase } from '../../cases/machine.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { eachAlone, inTurns } from '../../platform/in-turns.ts';
import type { EnginePort } from '../../sequencer/port.ts';
import type { Book } from '../destinations/book.ts';
import { masked } from '../destinations/views.ts';
import type { Rails } from '../port.ts';
import { reviewsIn } from './read.ts';
import { mayArrive, sentOf } from './store.ts';

type Proposed = Extract<Command, { kind: 'propose' }>['body'];
type Body = Extract<Proposed, { kind: 'passPayout' | 'refusePayout' | 'resolvePayout' | 'returnPayout' }>;
export type PayoutCaseKind = Extract<CaseKindName, 'payout' | 'payoutLarge' | 'doubt' | 'payoutReturn'>;
const kinds: readonly PayoutCaseKind[] = ['payout', 'payoutLarge', 'doubt', 'payoutReturn'];

/** What the venue hears when people have decided about a payout as it stands; undefined when there is nothing to decide any more. */
function heardOf(
  { kind, digest, subject }: Pick<CaseRow, 'kind' | 'digest' | 'subject'>,
  { pass, reasonCode }: Said,
  facts: PayoutFacts,
): Body | undefined {
  const decided = { payout: facts.payout, digest: payoutDigest('real', facts), evidence: digest.toString('base64url') };
  if (kind === 'doubt') return facts.state === 'errored' ? { kind: 'resolvePayout', ...decided, reason: 'none', sent: pass } : undefined;
  if (kind === 'payoutReturn')
    return pass && facts.state === 'completed'
      ? { kind: 'returnPayout', payout: facts.payout, amount: Number(subject['minorUnits']), evidence: decided.evidence }
      : undefined;
  if (facts.state !== 'waiting') return undefined;
  return pass
    ? { kind: 'passPayout', ...decided, reason: 'none' }
    : { kind: 'refusePayout', ...decided, reason: reasonCode as (typeof payoutReasons)[number] };
}

const numberOf = ({ subject }: Pick<CaseRow, 'subject'>) => Number(subject['payout']);

/** What people decide about payouts: opened by the machine, proposed to the venue by whoever decided, closed when the venue has decided otherwise. */
export function createPayoutCases(parts: { database: Database; clock: { now(): number }; real: EnginePort; rails: Rails; book: Book }) {
  const { database, clock, real, rails, book } = parts;
  const factsOf = async (number: number): Promise<PayoutFacts | undefined> =>
    (await real.read((engine) => engine.payments().payout(number))).value;

  const bodyOf: BodyOf = async (row, said) => {
    const facts = await factsOf(numberOf(row));
    return (facts && heardOf(row, said, facts)) ?? null;
  };

  const effect: Effect = async (row) => {
    const facts = await factsOf(numberOf(row));
    const body = facts && heardOf(row, saidOf(row), facts);
    if (body === undefined) return null;
    const [proposer, commandId] = [row.proposed_by ?? 0, row.decide_command ?? ''];
    // From this the signer is shown who decided what.
    if (body.kind === 'passPayout')
      await database.query(
        `INSERT INTO payout_decision (number, command_id, proposer, evidence, digest) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (number) DO UPDATE SET command_id = $2, proposer = $3, evidence = $4, digest = $5`,
        [body.payout, commandId, proposer, body.evidence, digestToSign(row, body, proposer, commandId)],
      );
    return tellVenue(real, row, body);
  };

  const open = async (facts: PayoutFacts, kind: PayoutCaseKind, more: Record<string, string> = {}): Promise<void> => {
    const rail = rails.get(facts.rail);
    const to = (await book.receivers([facts])).get(`${facts.account} ${facts.digest}`);
    const money = (units: number) => trimZeros(formatUnits(BigInt(units), rail?.asset.scale ?? 0));
    // Whoever pays writes which payout it is: each line is looked at for itself.
    const once = kind === 'payoutReturn' ? `${kind} ${more['line']}` : kind;
    await database.transaction(async (tx: Transaction) => {
      const made = await tx.query('SELECT 1 FROM payout_case WHERE number = $1 AND kind = $2', [facts.payout, once]);
      if (made.length > 0) return;
      const [customer] = await tx.query<{ id: bigint }>("SELECT id FROM customer WHERE account = $1 AND venue = 'real'", [facts.account]);
      const opened = await openCase(
        tx,
        {
          ...{ kind, venue: 'real', customer: customer?.id ?? null, account: facts.account },
          subject: {
            ...{
              payout: String(facts.payout),
              channel: rail?.code ?? '',
              asset: rail?.asset.code ?? '',
              amount: money(facts.amount),
              net: money(facts.amount - facts.fee),
            },
            ...{
              destination: to ? masked(to.receiver) : '',
              factor: facts.factor,
              why: reviewsIn(facts.flags).join(', '),
              digest: payoutDigest('real', facts),
            },
            ...more,
          },
          evidence: [],
        },
        { kind: 'machine' },
        clock.now(),
      );
      if (opened) await tx.query('INSERT INTO payout_case (number, kind, case_id) VALUES ($1, $2, $3)', [facts.payout, once, opened.id]);
    });
  };
  const undecided = inTurns(
    500,
    (after, size) =>
      database.query<CaseRow & { number: bigint }>(
        `SELECT p.number, ${caseColumns
          .split(', ')
          .map((name) => `c.${name}`)
          .join(', ')} FROM payout_case p JOIN case_file c ON c.id = p.case_id
         WHERE c.step NOT IN ('passed', 'refused', 'cancelled') AND p.kind = ANY($1) AND c.id > $2 ORDER BY c.id LIMIT $3`,
        [kinds.filter((kind) => kind !== 'payoutReturn'), after, size],
      ),
    ({ id }) => id,
  );
  /** The venue has decided otherwise, or the customer took it back. A decision that is being carried out is left to that. */
  const close = async (): Promise<void> => {
    const rows = await undecided();
    const { value: states } = await real.read((engine) => rows.map(({ number }) => engine.payments().payout(Number(number))?.state));
    for (const [at, { id, revision, kind, step, confirmed_by }] of rows.entries()) {
      if (states[at] === (kind === 'doubt' ? 'errored' : 'waiting')) continue;
      if (step === 'proposed' && (kind === 'payout' || confirmed_by !== null)) continue;
      await database
        .transaction((tx) =>
          move(tx, {
            ...{ id, revision, now: clock.now(), name: 'over', by: { kind: 'machine' } },
            when: "step NOT IN ('passed', 'refused', 'cancelled')",
            set: "step = 'cancelled', owner = NULL, lease_until = NULL, asked_until = NULL",
          }),
        )
        // Somebody moved it at the same moment: the next run looks again.
        .catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
        });
    }
  };

  return {
    effects: { payout: effect, payoutLarge: effect, doubt: effect, payoutReturn: effect } satisfies Record<PayoutCaseKind, Effect>,
    bodies: { payout: bodyOf, payoutLarge: bodyOf, doubt: bodyOf, payoutReturn: bodyOf } satisfies Record<PayoutCaseKind, BodyOf>,
    /** A bank gave money of a payout back. */
    returned: (facts: PayoutFacts, minorUnits: number, line: string) =>
      open(facts, 'payoutReturn', { minorUnits: String(minorUnits), line }),
    /** Opens what has to be looked at, and closes what has not. */
    run: async (payouts: readonly PayoutFacts[], why: (number: number) => string): Promise<void> => {
      const { value: second } = await real.read((engine) => engine.payments().rules()?.secondAbove ?? 0);
      const sent = await sentOf(
        database,
        payouts.map(({ payout }) => payout),
      );
      const wanted = payouts.flatMap((facts): { facts: PayoutFacts; kind: PayoutCaseKind; more?: Record<string, string> }[] => {
        const large = (facts.flags & reviewFlags.noPrice) !== 0 || facts.value > second;
        if (facts.state === 'waiting') return [{ facts, kind: large ? 'payoutLarge' : 'payout' }];
        // What is signed for a chain may still arrive, whatever people think: the chain decides.
        const doubted = facts.state === 'errored' && !mayArrive(sent.get(facts.payout));
        return doubted ? [{ facts, kind: 'doubt', more: { cause: why(facts.payout) } }] : [];
      });
      const made = await database.query<{ number: bigint; kind: string }>('SELECT number, kind FROM payout_case WHERE number = ANY($1)', [
        wanted.map(({ facts }) => facts.payout),
      ]);
      const known = new Set(made.map(({ number, kind }) => `${number} ${kind}`));
      await eachAlone(
        wanted.filter(({ facts, kind }) => !known.has(`${facts.payout} ${kind}`)),
        ({ facts, kind, more }) => open(facts, kind, more),
      ).finally(close);
    },
  };
}
