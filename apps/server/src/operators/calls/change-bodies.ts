import type { Command } from '@bourse/engine';
import { type Permission, permissionsOf } from '@bourse/protocol';
import type { ChangeBody, ChangeKind } from '@bourse/protocol/admin';
import { InstrumentStatus } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';

type Proposed = Extract<Command, { kind: 'propose' }>['body'];
type FieldType = 'number' | 'flag' | 'id' | 'roles';
interface Form<Kind extends ChangeKind> {
  power: Permission;
  /** Of the form that an operator fills in. */
  fields: Readonly<Record<string, FieldType>>;
  /** The engine's command. */
  command(body: Extract<ChangeBody, { kind: Kind }>, reason: string): Proposed;
}

const announced = (body: Extract<Proposed, { kind: 'announceChange' }>['body'], reason: string): Proposed => ({
  ...{ kind: 'announceChange', body, origin: 'operator', reason, from: 0 },
});

/** What an operator may raise: each form becomes one command, and nothing else reaches the engine. */
export const changeForms: { readonly [Kind in ChangeKind]: Form<Kind> } = {
  openTrading: { power: 'rules', fields: {}, command: (_, reason) => announced({ kind: 'setTradingMode', mode: 'normal' }, reason) },
  resumeInstrument: {
    power: 'rules',
    fields: { instrument: 'number' },
    command: ({ instrument }, reason) => announced({ kind: 'setInstrumentStatus', instrument, status: InstrumentStatus.trading }, reason),
  },
  setFeeClass: {
    power: 'money',
    fields: { account: 'number', feeClass: 'number' },
    command: ({ account, feeClass }, reason) => announced({ kind: 'setFeeClass', account, feeClass }, reason),
  },
  setDayTrade: {
    power: 'rules',
    fields: { account: 'number', allowed: 'flag' },
    command: ({ account, allowed }, reason) => announced({ kind: 'setDayTrade', account, allowed }, reason),
  },
  defineOperator: {
    power: 'people',
    fields: { operator: 'id', roles: 'roles' },
    command: ({ operator, roles }) => {
      const powers = [...permissionsOf(roles)];
      // Roles that exclude each other would read as an ending.
      if (roles.length > 0 && powers.length === 0) throw new Refusal('rolesExclude');
      const number = Number(operator);
      if (!(Number.isSafeInteger(number) && number > 0 && number <= 2_147_483_647)) throw new Refusal('notFound');
      return { kind: 'defineOperator', operator: number, powers };
    },
  },
  sealVenue: { power: 'rules', fields: {}, command: () => ({ kind: 'sealVenue' }) },
};

export const commandOf = (body: ChangeBody, reason: string): Proposed =>
  (changeForms[body.kind] as Form<ChangeKind>).command(body as never, reason);
