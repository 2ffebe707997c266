import { createHash } from 'node:crypto';
import {
  type ApprovedCommand,
  approvedCommands,
  type CommandDeclaration,
  checkFields,
  type EngineReader,
  limitNames,
  limitNumbers,
} from '@bourse/engine';
import type { Permission } from '@bourse/protocol';
import type { AdminOutput, ChangeBody, Difference, FormValues } from '@bourse/protocol/admin';
import { Refusal } from '@bourse/protocol/errors';
import type { AssetInfo, Catalogue } from '../../market/port.ts';
import { type AssetOf, differences, formOf, isFilled, readForm, writeForm } from './form-fields.ts';

/** Every command that people decide together. One that only carries another is not raised by itself. */
const proposable = new Map(approvedCommands.flatMap((one) => (one.approval === 'asBody' ? [] : [[one.kind, one] as const])));

const declarationOf = (kind: string): CommandDeclaration => {
  const found = proposable.get(kind);
  if (!found) throw new Refusal('badRequest', { field: 'kind', problem: 'unknown' });
  return found;
};
const powerOf = ({ approval }: CommandDeclaration): Permission => (approval as { power: Permission }).power;

export const changeKinds = (): AdminOutput<'GET change/kinds'> =>
  [...proposable.values()].map((one) => ({
    kind: one.kind,
    power: powerOf(one),
    announced: one.announced !== undefined,
    fields: Object.entries(one.fields).map(([name, field]) => formOf(name, field)),
  }));

/** Where the amounts of a command belong: assets of the catalogue, those of a rail, a deposit or a payout, and the quote of an instrument. */
const assetsOf =
  (engine: EngineReader, catalogue: Catalogue): AssetOf =>
  (of, values) => {
    const number = Number(values[of]);
    const byId = (id: number | undefined): AssetInfo | undefined => (id === undefined ? undefined : catalogue.assetById(id));
    switch (of) {
      case 'USDT':
        return catalogue.assetByCode(of);
      case 'rail':
        return byId(
          engine
            .payments()
            .rails()
            .find(({ rail }) => rail === number)?.asset,
        );
      case 'deposit':
        return byId(engine.payments().deposit(number)?.asset);
      case 'payout':
        return byId(engine.payments().payout(number)?.asset);
      case 'instrument':
        return catalogue.instrumentById(number)?.quote;
      default:
        return byId(number);
    }
  };

/** The engine's command of a form, within the engine's own bounds. What is announced to customers is carried by its announcement. */
export function commandOf(
  engine: EngineReader,
  catalogue: Catalogue,
  { kind, values }: ChangeBody,
  { reason, commandId }: { reason: string; commandId: string },
): ApprovedCommand {
  const { fields, announced } = declarationOf(kind);
  const evidence = createHash('sha256').update(`${commandId} ${reason}`).digest('base64url');
  const given: Record<string, unknown> = { evidence, reason, origin: 'operator' };
  const filled = Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (isFilled(name, field) ? [[name, given[name]]] : [])),
  );
  const read = readForm(fields, values, filled, assetsOf(engine, catalogue));
  const wrong = checkFields(Object.entries(fields), read);
  if (wrong) {
    const { field, problem } = wrong;
    throw new Refusal('badRequest', typeof problem === 'string' ? { field, problem } : { field, ...problem });
  }
  const body = { kind, ...read } as unknown as ApprovedCommand;
  if (!announced) return body;
  return { kind: 'announceChange', body, origin: 'operator', reason, from: 0 } as ApprovedCommand;
}

/** The command that is decided about: an announcement is as good as what it carries. */
export const innerOf = (body: ApprovedCommand): ApprovedCommand => (body.kind === 'announceChange' ? body.body : body);

/** What is in force and what would be, value by value. Of a change that is over only what it said: what is in force now came later. */
export function changesOf(engine: EngineReader, catalogue: Catalogue, body: ApprovedCommand, waits = true): Difference[] {
  const inner = innerOf(body);
  const { fields } = declarationOf(inner.kind);
  const shown = Object.fromEntries(Object.entries(fields).filter(([name, field]) => !isFilled(name, field)));
  const before = waits ? (engine.inForce(inner) as Record<string, unknown> | undefined) : undefined;
  return differences(shown, before, { ...inner }, assetsOf(engine, catalogue));
}

/** Numbers that count up, where a form begins with the next one. Limits begin with the one that is asked for. */
const next: { readonly [kind: string]: ((engine: EngineReader, subject: string | undefined) => Record<string, unknown>) | undefined } = {
  setRules: (engine, subject) => {
    const { version, limits } = engine.rules();
    const name = limitNames.find((one) => String(limitNumbers[one]) === subject);
    return { version: version + 1, limits: name ? [{ limit: limitNumbers[name], value: limits[name] }] : [] };
  },
  fundHouse: (engine) => ({ number: engine.nextFunding() }),
  creditDeposit: (engine) => ({ deposit: engine.payments().nextDeposit() }),
};

/** What a form begins with. The first field of a command names what it is about. */
export function formValues(engine: EngineReader, catalogue: Catalogue, kind: string, subject: string | undefined): FormValues {
  const { fields } = declarationOf(kind);
  const begun = next[kind]?.(engine, subject);
  const assetOf = assetsOf(engine, catalogue);
  if (begun) return writeForm(fields, begun, assetOf);
  const [first] = Object.entries(fields);
  if (!first) return {};
  const [name, { meaning }] = first;
  if (meaning === 'subject' && subject === undefined) return {};
  const about = meaning === 'subject' ? { [name]: Number(subject) } : {};
  const current = engine.inForce({ kind, ...about } as unknown as ApprovedCommand);
  const values = Object.fromEntries(
    Object.entries(current ?? {}).filter(([one]) => Object.hasOwn(fields, one) && !isFilled(one, fields[one]!)),
  );
  return writeForm(fields, values, assetOf);
}

/** What a kind of change is about, where the engine or the catalogue can list it. */
const subjects: {
  readonly [kind: string]: ((engine: EngineReader, catalogue: Catalogue) => readonly { id: number; name: string }[]) | undefined;
} = {
  ...Object.fromEntries(
    ['defineInstrument', 'defineContract', 'defineStock', 'defineTimed', 'defineSwap', 'setInstrumentStatus'].map((kind) => [
      kind,
      (_: EngineReader, { instruments }: Catalogue) => instruments.map(({ id, symbol }) => ({ id, name: symbol })),
    ]),
  ),
  defineAsset: (_, { assets }) => assets.map(({ id, code }) => ({ id, name: code })),
  defineRail: (engine) =>
    engine
      .payments()
      .rails()
      .map(({ rail }) => ({ id: rail, name: '' })),
  defineEarn: (engine, { assetById }) =>
    engine.earnProducts().map(({ rules }) => ({ id: rules.product, name: assetById(rules.asset)?.code ?? '' })),
  defineLoan: (engine, { instrumentById }) =>
    engine.loanProducts().map(({ rules }) => ({ id: rules.product, name: instrumentById(rules.instrument)?.symbol ?? '' })),
  decideLoan: (engine, { instrumentById }) =>
    engine.waitingLoans().map(({ loan, instrument }) => ({ id: loan, name: instrumentById(instrument)?.symbol ?? '' })),
  defineLevels: (engine, { assetById }) => {
    const asset = engine.levels()?.rules.asset;
    return asset === undefined ? [] : [{ id: asset, name: assetById(asset)?.code ?? '' }];
  },
  defineOperator: (engine) => engine.operators().map(({ operator }) => ({ id: operator, name: '' })),
  definePayoutRules: () => [{ id: 0, name: '' }],
  setTradingMode: () => [{ id: 0, name: '' }],
};

/** Everything of a kind of change that is in force, with the values of its form. Limits are listed one by one. */
export function allInForce(engine: EngineReader, catalogue: Catalogue, kind: string) {
  declarationOf(kind);
  if (kind === 'setRules') {
    const { limits } = engine.rules();
    return limitNames.map((name) => ({ subject: String(limitNumbers[name]), name, values: { value: String(limits[name]) } }));
  }
  return (subjects[kind]?.(engine, catalogue) ?? []).flatMap(({ id, name }) => {
    const values = formValues(engine, catalogue, kind, String(id));
    return Object.keys(values).length === 0 ? [] : [{ subject: id === 0 ? '' : String(id), name, values }];
  });
}
