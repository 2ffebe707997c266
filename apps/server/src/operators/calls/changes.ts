import { createHash } from 'node:crypto';
import { operator as asOperator, type Command, type EngineReader, proposalDigest } from '@bourse/engine';
import type { Permission } from '@bourse/protocol';
import type { Assertion, ChangeRow } from '@bourse/protocol/admin';
import type { Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { Now } from '../../people/ports.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import type { KillSwitches } from '../../platform/kill-switches.ts';
import type { Venues } from '../../sequencer/port.ts';
import type { MakeAct } from '../acts.ts';
import type { AdminHandlers } from '../handlers.ts';
import type { OperatorSession } from '../port.ts';
import { challengeIn, checkAssertion, keyOf, type Place } from '../sign-in/keys.ts';
import { changeForms, commandOf } from './change-bodies.ts';

type Names =
  | 'GET change/kinds'
  | 'GET change/list'
  | 'GET change/get'
  | 'POST change/prepare'
  | 'POST change/propose'
  | 'POST change/approve'
  | 'POST change/retract';
type Decision = Extract<Command, { kind: 'propose' | 'approve' | 'retract' }>;

interface Told {
  proposal: number;
  body: Command;
  proposer: number;
  digest: string;
  reason: string;
  proposedAt: number;
  expiresAt: number;
  needed: number;
  approvals: readonly { operator: number; proof: string; time: number }[];
  state: ChangeRow['state'];
  error: string;
}

const uuidBytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll('-', ''), 'hex'));
const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one))
    : String(value);

/** What the changed thing says now, field by field; nothing where it says nothing yet. */
function before(engine: EngineReader, body: Command): Record<string, unknown> {
  switch (body.kind) {
    case 'announceChange':
      return before(engine, body.body);
    case 'setTradingMode':
      return { mode: engine.mode };
    case 'setInstrumentStatus':
      return { status: engine.instrument(body.instrument)?.status };
    case 'setFeeClass':
      return { feeClass: engine.hasAccount(body.account) ? engine.feeClass(body.account) : undefined };
    case 'setDayTrade':
      return { allowed: engine.mayDayTrade(body.account) };
    case 'defineOperator':
      return { powers: engine.operators().find(({ operator }) => operator === body.operator)?.powers };
    case 'sealVenue':
      return { sealed: engine.sealed };
    default:
      return {};
  }
}
function after(body: Command): Record<string, unknown> {
  if (body.kind === 'announceChange') return after(body.body);
  if (body.kind === 'sealVenue') return { sealed: true };
  const { kind: _, ...fields } = body;
  return fields;
}
const opensTrading = (body: Command): boolean =>
  body.kind === 'announceChange' ? opensTrading(body.body) : body.kind === 'setTradingMode' && body.mode === 'normal';
const innerKind = (body: Command): string => (body.kind === 'announceChange' ? body.body.kind : body.kind);

/** Proposals of the engine: raised, signed and approved here, decided there. The tables of this room only keep what was signed. */
export function changeHandlers(parts: {
  database: Database;
  clock: Now;
  venues: Venues;
  act: MakeAct;
  place: Place;
  switches: Pick<KillSwitches, 'openTrading' | 'apply'>;
}): AdminHandlers<Names> {
  const { database, clock, venues, act, place, switches } = parts;

  /** The operator's own key signed exactly this digest. The assertion is kept; the journal gets its hash. */
  const signed = async (tx: Transaction, { operatorId }: OperatorSession, digest: string, assertion: Assertion): Promise<string> => {
    const key = await keyOf(tx, assertion.id);
    if (!key || key.operator_id !== Number(operatorId)) throw new Refusal('operatorKeyUnknown');
    if (challengeIn(assertion.response.clientDataJSON) !== digest) throw new Refusal('digestDiffers');
    const counter = await checkAssertion(place, key, assertion, digest);
    const at = new Date(clock.now());
    await tx.query('UPDATE operator_key SET counter = $2, last_used_at = $3 WHERE id = $1', [key.id, counter, at]);
    const text = JSON.stringify(assertion);
    const hash = createHash('sha256').update(text).digest();
    await tx.query(
      'INSERT INTO operator_assertion (hash, operator_id, challenge, assertion, created_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
      [hash, key.operator_id, Buffer.from(digest, 'base64url'), text, at],
    );
    return hash.toString('base64url');
  };

  const decide = async (venue: Venue, operatorId: string, commandId: string, command: Decision) => {
    const body =
      command.kind === 'propose' ? command.body : (await venues[venue].read((engine) => engine.proposal(command.proposal))).value?.body;
    const { outcome } = await venues[venue].submit({ account: 0, commandId, command, actor: asOperator(Number(operatorId)) });
    if (!outcome.ok) throw new Refusal(outcome.error, outcome.detail ?? {});
    if (outcome.result.kind !== 'proposal') throw new Error('the engine answered a decision with something else');
    const { proposal, state, refused } = outcome.result;
    if (state === 'applied' && body && opensTrading(body)) {
      await switches.openTrading(venue, { reason: `change ${proposal}`, changedBy: `operator:${operatorId}` });
      await switches.apply();
    }
    return { proposal: String(proposal), state, refused };
  };

  const namesOf = async (numbers: readonly number[]): Promise<Map<number, string>> => {
    const rows = await database.query<{ id: number; name: string }>('SELECT id, name FROM operator WHERE id = ANY ($1::integer[])', [
      numbers,
    ]);
    return new Map(rows.map(({ id, name }) => [id, name]));
  };
  const rowsOf = async (venue: Venue, told: readonly Told[], operator: OperatorSession): Promise<ChangeRow[]> => {
    const me = Number(operator.operatorId);
    const names = await namesOf(told.flatMap(({ proposer, approvals }) => [proposer, ...approvals.map((one) => one.operator)]));
    const { value: powers } = await venues[venue].read((engine) =>
      told.map(({ body }) => engine.approvalOf(body as Parameters<typeof engine.approvalOf>[0]).power),
    );
    return told.map((one, at) => {
      const power: Permission | undefined = powers[at];
      const waits = one.state === 'waits';
      const may = power === undefined || operator.permissions.has(power);
      return {
        ...{ venue, proposal: String(one.proposal), kind: innerKind(one.body), power: power ?? '', state: one.state, error: one.error },
        ...{ reason: one.reason, proposer: String(one.proposer), proposerName: names.get(one.proposer) ?? '' },
        ...{ proposedAt: one.proposedAt, expiresAt: one.expiresAt, needed: one.needed, digest: one.digest },
        approvals: one.approvals.map(({ operator: by, time, proof }) => ({
          ...{ operator: String(by), name: names.get(by) ?? '', at: time, signed: proof !== '' },
        })),
        mayApprove: waits && may && !one.approvals.some((each) => each.operator === me),
        mayRetract: waits && (may || one.proposer === me),
      };
    });
  };
  /** A proposal that waits, as the engine has it; one that is over, as the histories do. */
  const toldOf = async (venue: Venue, proposal: number): Promise<Told> => {
    const { value: open } = await venues[venue].read((engine) => engine.proposal(proposal));
    if (open) return { ...open, state: 'waits', error: '' };
    const [row] = await database.query<{ event: Told }>("SELECT event FROM latest WHERE venue = $1 AND kind = 'proposal' AND key = $2", [
      venue,
      proposal,
    ]);
    if (!row) throw new Refusal('notFound');
    return row.event;
  };

  return {
    'GET change/kinds': async () =>
      Object.entries(changeForms).map(([kind, { power, fields }]) => ({
        kind,
        power,
        fields: Object.entries(fields).map(([name, type]) => ({ name, type })),
      })),
    'GET change/list': async ({ venue, pageNo, pageSize }, { operator }) => {
      const { value: open } = await venues[venue].read((engine) => engine.proposals());
      const rows = await database.query<{ event: Told; total: bigint }>(
        `SELECT event, count(*) OVER () AS total FROM latest WHERE venue = $1 AND kind = 'proposal' AND NOT (key = ANY ($2::bigint[]))
         ORDER BY key DESC LIMIT $3 OFFSET $4`,
        [venue, open.map(({ proposal }) => proposal), pageSize, (pageNo - 1) * pageSize],
      );
      const waiting = pageNo === 1 ? open.map((one): Told => ({ ...one, state: 'waits', error: '' })).reverse() : [];
      const told = [...waiting.slice(0, pageSize), ...rows.map(({ event }) => event)];
      return { list: await rowsOf(venue, told, operator), total: open.length + Number(rows[0]?.total ?? 0), pageNo, pageSize };
    },
    'GET change/get': async ({ venue, proposal }, { operator }) => {
      const told = await toldOf(venue, proposal);
      const { value: now } = await venues[venue].read((engine) => before(engine, told.body));
      const [change] = await rowsOf(venue, [told], operator);
      const fields = Object.entries(after(told.body)).map(([name, value]) => ({
        ...{ name, before: now[name] === undefined ? null : textOf(now[name]), after: textOf(value) },
      }));
      return { change: change!, fields };
    },
    'POST change/prepare': async ({ venue, commandId, body, reason }, { operator }) => ({
      digest: proposalDigest(venue, uuidBytes(commandId), Number(operator.operatorId), commandOf(body, reason.slice(0, 240))),
      rpId: place.rpId,
    }),
    'POST change/propose': act('POST change/propose', async (tx, { venue, body, reason, assertion }, { operator, commandId }) => {
      const command = commandOf(body, reason.slice(0, 240));
      const digest = proposalDigest(venue, uuidBytes(commandId), Number(operator.operatorId), command);
      const proof = await signed(tx, operator, digest, assertion);
      return {
        subject: `change ${venue} ${body.kind}`,
        reason,
        changes: Object.entries(after(command)).map(([field, value]) => ({ field, before: null, after: textOf(value) })),
        answer: { proposal: '0', state: 'waits', refused: '' },
        after: () => decide(venue, operator.operatorId, commandId, { kind: 'propose', body: command, proof, reason: reason.slice(0, 240) }),
      };
    }),
    'POST change/approve': act('POST change/approve', async (tx, { venue, proposal, digest, assertion }, { operator, commandId }) => {
      const proof = await signed(tx, operator, digest, assertion);
      return {
        subject: `change ${venue} ${proposal}`,
        reason: '',
        changes: [{ field: 'approved', before: null, after: digest }],
        answer: { proposal, state: 'waits', refused: '' },
        after: () => decide(venue, operator.operatorId, commandId, { kind: 'approve', proposal: Number(proposal), digest, proof }),
      };
    }),
    'POST change/retract': act('POST change/retract', async (_tx, { venue, proposal, reason }, { operator, commandId }) => ({
      subject: `change ${venue} ${proposal}`,
      reason,
      changes: [],
      answer: { proposal, state: 'waits', refused: '' },
      after: () =>
        decide(venue, operator.operatorId, commandId, { kind: 'retract', proposal: Number(proposal), reason: reason.slice(0, 240) }),
    })),
  };
}
