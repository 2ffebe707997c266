import { adminPrefix, permissionsOf, type Role } from '@bourse/protocol';
import type { AdminActName, AdminCallName, AdminCalls, AdminInput, AdminOutput } from '@bourse/protocol/admin';
import { CallError, createClientOf } from '@bourse/protocol/client';
import { documentsKey } from '@bourse/server/src/documents/documents-key.ts';
import { newLink } from '@bourse/server/src/operators/sign-in/links.ts';
import { operatorMarks } from '@bourse/server/src/operators/sign-in/marks.ts';
import type { Database } from '@bourse/server/src/platform/database.ts';
import { type SoftwareAuthenticator, softwareAuthenticator } from '@bourse/server/src/testing/authenticator.ts';
import { patientFetch, surely } from './surely.ts';
import { newId } from './trader.ts';
import { sleep } from './world.ts';

type Kind = 'identity' | 'payout' | 'payoutLarge' | 'doubt';
export interface Verdict {
  kind: Kind;
  /** What the case says about its subject: for a payout, its number. Undefined: the newest case of the kind. */
  payout?: string | undefined;
  pass: boolean;
  reason: string;
}
/** Answers after which one looks at the case again: somebody, or the machine, was quicker. */
const lookAgain = new Set([409]);

/** An operator who works by program, with a passkey in software. */
export class Operator {
  readonly number: number;
  readonly name: string;
  private readonly key: SoftwareAuthenticator;
  private token = '';
  private readonly client: ReturnType<typeof createClientOf<AdminCalls>>;

  constructor(console: string, number: number, name: string) {
    this.number = number;
    this.name = name;
    this.key = softwareAuthenticator(console);
    this.client = createClientOf<AdminCalls>(
      {
        origin: console,
        fetch: patientFetch,
        headers: () => ({ language: 'en', ...(this.token ? { Authorization: `Bearer ${this.token}` } : {}) }),
      },
      adminPrefix,
    );
  }

  ask<Name extends AdminCallName>(name: Name, input: AdminInput<Name>): Promise<AdminOutput<Name>> {
    return surely(`${this.name}: ${name}`, () => this.client(name, input));
  }

  act<Name extends AdminActName>(name: Name, input: AdminInput<Name>, commandId = newId()): Promise<AdminOutput<Name>> {
    return surely(`${this.name}: ${name}`, () => this.client(name, input, { commandId }));
  }

  /** Makes the passkey with the link of an invitation. */
  async enrol(link: string): Promise<void> {
    const { challenge, rpId, user } = await this.client('POST auth/enrol-begin', { link });
    const registration = this.key.register({ challenge, rp: { id: rpId }, user });
    const { token } = await this.client('POST auth/enrol-finish', { link, label: 'Program', registration } as never);
    this.token = token;
  }

  async signIn(): Promise<void> {
    this.token = await surely(`${this.name} signs in`, async () => {
      const { challenge, rpId } = await this.client('POST auth/begin', {});
      const { token } = await this.client('POST auth/finish', { assertion: this.key.assert({ challenge, rpId }) } as never);
      return token;
    });
  }

  /** Signs what the server names. */
  sign = (digest: string, rpId: string) => this.key.assert({ challenge: digest, rpId }) as never;

  /** One move towards the verdict, if there is one for this operator. Answers where the case is. */
  async towards(id: string, { pass, reason }: Verdict): Promise<string> {
    try {
      return await this.move(id, pass, reason);
    } catch (error) {
      const refused = error instanceof Error ? error.cause : undefined;
      if (refused instanceof CallError && lookAgain.has(refused.status)) return 'again';
      throw error;
    }
  }

  private async move(id: string, pass: boolean, reason: string): Promise<string> {
    let file = await this.ask('GET case/get', { id });
    if (file.case.step === 'waiting') file = await this.act('POST case/take', { id, revision: file.case.revision });
    if (!file.mayDecide) return file.case.step;
    for (const one of file.evidence)
      if (one.required && !one.openedByMe) file = await this.act('POST case/evidence', { id, evidence: one.id });
    const commandId = newId();
    const said = { id, pass: String(pass) as 'true' | 'false', reasonCode: reason, commandId };
    const { digest, rpId } = await this.ask('GET case/prepare', said);
    const signed = digest === null ? {} : { assertion: this.sign(digest, rpId) };
    const decided = await this.act(
      'POST case/decide',
      { id, revision: file.case.revision, pass, reasonCode: reason, remark: pass ? '' : 'Decided by a program', ...signed },
      commandId,
    );
    return decided.case.step;
  }
}

export interface Staff {
  cleo: Operator;
  dora: Operator;
  /** Decides a case as one or two people do, whatever happens to the server meanwhile. */
  decide(verdict: Verdict): Promise<void>;
}

const ended = ['passed', 'refused', 'cancelled'];
const names = ['Ada', 'Ben', 'Cleo', 'Dora'];

/**
 * The four operators of a development server, enrolled. The server prints the links of its own making; who holds its folder and its database, as this run does, can make
 * one for each of them. The two administrators let the real venue know the fourth.
 */
export async function hireStaff(console: string, database: Database, dataFolder: string): Promise<Staff> {
  const marks = operatorMarks(documentsKey(dataFolder));
  const rows = async () => database.query<{ id: number; name: string; roles: Role[] }>('SELECT id, name, roles FROM operator ORDER BY id');
  for (let tries = 0; (await rows()).length < names.length && tries < 200; tries += 1) await sleep(100);
  const people = new Map<string, { operator: Operator; roles: readonly Role[] }>();
  for (const { id, name, roles } of await rows()) {
    const operator = new Operator(console, id, name);
    const { secret } = await database.transaction((tx) => newLink(tx, id, Date.now(), marks));
    await operator.enrol(secret);
    people.set(name, { operator, roles });
  }
  const [ada, ben, cleo, dora] = names.map((name) => people.get(name));
  if (!ada || !ben || !cleo || !dora) throw new Error(`the server has the operators ${[...people.keys()].join(', ')}`);

  const body = { kind: 'defineOperator', values: { operator: String(dora.operator.number), powers: [...permissionsOf(dora.roles)] } };
  const commandId = newId();
  const about = { venue: 'real', body, reason: 'she joins us' } as const;
  const { digest, rpId } = await ada.operator.ask('POST change/prepare', { ...about, commandId });
  const { proposal } = await ada.operator.act('POST change/propose', { ...about, assertion: ada.operator.sign(digest, rpId) }, commandId);
  const { state } = await ben.operator.act('POST change/approve', {
    ...{ venue: 'real', proposal, digest, assertion: ben.operator.sign(digest, rpId) },
  });
  if (state !== 'applied') throw new Error(`the fourth operator: ${state}`);

  const known = new Map<string, string>();
  const find = async ({ kind, payout }: Verdict): Promise<string | undefined> => {
    const { list } = await cleo.operator.ask('GET case/list', { kind, pageSize: 200 });
    if (payout === undefined) return list.find(({ step }) => step === 'waiting')?.id;
    for (const { id } of list) {
      if (!known.has(id)) {
        const { facts } = await cleo.operator.ask('GET case/get', { id });
        known.set(id, facts.find(({ name }) => name === 'payout')?.value ?? '');
      }
      if (known.get(id) === payout) return id;
    }
    return undefined;
  };
  return {
    ...{ cleo: cleo.operator, dora: dora.operator },
    async decide(verdict) {
      const deadline = Date.now() + 180_000;
      let id: string | undefined;
      for (let last = ''; Date.now() < deadline; await sleep(200)) {
        id ??= await find(verdict);
        if (id === undefined) continue;
        for (const one of [cleo, dora]) {
          last = await one.operator.towards(id, verdict);
          if (ended.includes(last)) return;
        }
      }
      throw new Error(`the case ${id ?? 'of kind'} ${verdict.kind} ${verdict.payout ?? ''} was not decided`);
    },
  };
}
