import { type ApprovedCommand, operator as asOperator, type Command, changeReasonLength, proposalDigest } from '@bourse/engine';
import type { Permission } from '@bourse/protocol';
import type { ChangeBody, ChangeRow } from '@bourse/protocol/admin';
import type { Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { Catalogue } from '../../market/port.ts';
import type { Now } from '../../people/ports.ts';
import type { Database } from '../../platform/database.ts';
import type { KillSwitches } from '../../platform/kill-switches.ts';
import type { Venues } from '../../sequencer/port.ts';
import type { MakeAct } from '../acts.ts';
import type { AdminHandlers } from '../handlers.ts';
import type { OperatorSession } from '../port.ts';
import type { Place } from '../sign-in/keys.ts';
import { createSigned, uuidBytes } from '../signed.ts';
import { changeKinds, changesOf, commandOf, formValues, innerOf } from './change-bodies.ts';

type Names =
  | 'GET change/kinds'
  | 'POST change/form'
  | 'GET change/list'
  | 'GET change/get'
  | 'POST change/prepare'
  | 'POST change/propose'
  | 'POST change/approve'
  | 'POST change/retract';
type Decision = Extract<Command, { kind: 'propose' | 'approve' | 'retract' }>;

interface Told {
  proposal: number;
  body: ApprovedCommand;
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

/** How long a change that is over waits for the histories to have its end. */
const historiesMs = 3_000;

const opensTrading = (body: ApprovedCommand): boolean => {
  const inner = innerOf(body);
  return inner.kind === 'setTradingMode' && inner.mode === 'normal';
};
/** Reasons in the journal are shorter than those of the audit. */
const inJournal = (reason: string): string => reason.slice(0, changeReasonLength);

/** Proposals of the engine: raised, signed and approved here, decided there. The tables of this room only keep what was signed. */
export function changeHandlers(parts: {
  database: Database;
  clock: Now;
  venues: Venues;
  act: MakeAct;
  place: Place;
  switches: Pick<KillSwitches, 'openTrading' | 'apply'>;
  catalogue: Catalogue;
}): AdminHandlers<Names> {
  const { database, clock, venues, act, place, switches, catalogue } = parts;

  /** The command of a form, what it would change, and who decides it, as the venue is now. */
  const ready = async (venue: Venue, body: ChangeBody, about: { reason: string; commandId: string }, operatorId: string) => {
    const { value } = await venues[venue].read((engine) => {
      const command = commandOf(engine, catalogue, body, about);
      return {
        ...{ command, fields: changesOf(engine, catalogue, command), noticeMs: engine.noticeOf(command) },
        ...engine.approvalOf(command),
      };
    });
    return { ...value, digest: proposalDigest(venue, uuidBytes(about.commandId), Number(operatorId), value.command) };
  };

  const signed = createSigned({ clock, place });

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
    const { value: powers } = await venues[venue].read((engine) => told.map(({ body }) => engine.approvalOf(body).power));
    return told.map((one, at) => {
      const power: Permission | undefined = powers[at];
      const waits = one.state === 'waits';
      const may = power === undefined || operator.permissions.has(power);
      return {
        ...{ venue, proposal: String(one.proposal), kind: innerOf(one.body).kind, power: power ?? '', state: one.state, error: one.error },
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
    const { seq, value: open } = await venues[venue].read((engine) => engine.proposal(proposal));
    if (open) return { ...open, state: 'waits', error: '' };
    await venues[venue].waitProjected(seq, historiesMs);
    const [row] = await database.query<{ event: Told }>("SELECT event FROM latest WHERE venue = $1 AND kind = 'proposal' AND key = $2", [
      venue,
      proposal,
    ]);
    if (!row) throw new Refusal('notFound');
    return row.event;
  };

  return {
    'GET change/kinds': async () => changeKinds(),
    'POST change/form': async ({ venue, kind, subject }) => ({
      values: (await venues[venue].read((engine) => formValues(engine, catalogue, kind, subject))).value,
    }),
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
      const waits = told.state === 'waits';
      const { value } = await venues[venue].read((engine) => ({
        fields: changesOf(engine, catalogue, told.body, waits),
        noticeMs: waits ? engine.noticeOf(told.body) : 0,
      }));
      const [change] = await rowsOf(venue, [told], operator);
      return { change: change!, ...value };
    },
    'POST change/prepare': async ({ venue, commandId, body, reason }, { operator }) => {
      const about = { reason: inJournal(reason), commandId };
      const { digest, power, persons, fields, noticeMs } = await ready(venue, body, about, operator.operatorId);
      return { digest, rpId: place.rpId, power: power ?? '', persons: Math.max(1, persons), fields, noticeMs };
    },
    'POST change/propose': act('POST change/propose', async (tx, { venue, body, reason, assertion }, { operator, commandId }) => {
      const { command, digest, fields } = await ready(venue, body, { reason: inJournal(reason), commandId }, operator.operatorId);
      const proof = await signed(tx, operator, digest, assertion);
      return {
        subject: `change ${venue} ${body.kind}`,
        reason,
        changes: fields
          .filter(({ before, after }) => before !== after)
          .map(({ field, at, part, before, after }) => ({ field: [field, at, part].filter(Boolean).join('.'), before, after })),
        answer: { proposal: '0', state: 'waits', refused: '' },
        after: () => decide(venue, operator.operatorId, commandId, { kind: 'propose', body: command, proof, reason: inJournal(reason) }),
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
        decide(venue, operator.operatorId, commandId, { kind: 'retract', proposal: Number(proposal), reason: inJournal(reason) }),
    })),
  };
}
