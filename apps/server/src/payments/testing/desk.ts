import { operator } from '@bourse/engine';
import { errorByCode } from '@bourse/protocol/errors';
import type { SoftwareAuthenticator } from '../../testing/authenticator.ts';
import { testConsole } from '../../testing/console.ts';
import type { testMoney } from './kit.ts';

export interface Person {
  id: string;
  token: string;
  key: SoftwareAuthenticator;
}
interface Decision {
  pass?: boolean;
  reasonCode: string;
}
export const refusalOf = ({ code }: { code: number }) => (code === 0 ? 'done' : errorByCode(code));

/** The console before money that comes in, with two operators who decide about it and sign. */
export async function testDesk(kit: Awaited<ReturnType<typeof testMoney>>) {
  await kit.database.query("SELECT setval(pg_get_serial_sequence('operator', 'id'), 10)");
  const { money, orders, venues, real } = kit;
  const desk = await testConsole({
    on: { ...kit.test, drop: async () => {} },
    ...{ venues, effects: { ...money.effects, ...orders.effects }, bodies: { ...money.bodies, ...orders.bodies } },
    ...{ importStatement: orders.importStatement, unmatched: orders.unmatched },
  });
  const hired = async (): Promise<Person> => {
    const person = await desk.operator('finance');
    const body = { kind: 'defineOperator', operator: Number(person.id), powers: ['see', 'money'] } as const;
    const asked = { kind: 'propose', body: { ...body, powers: [...body.powers] }, proof: '', reason: 'hired' } as const;
    const { outcome } = await real.submit({ account: 0, actor: operator(1), command: asked });
    if (!outcome.ok || outcome.result.kind !== 'proposal') throw new Error('not hired');
    const { proposal, digest } = outcome.result;
    await real.submit({ account: 0, actor: operator(2), command: { kind: 'approve', proposal, digest, proof: '' } });
    return person;
  };
  const [ada, ben] = [await hired(), await hired()];
  const get = async (id: string) => (await desk.call('GET case/get', { id }, { token: ada.token })).data;
  const read = async (id: string, { token }: Person) => {
    for (const { id: evidence } of (await get(id)).evidence) await desk.call('POST case/evidence', { id, evidence }, { token });
  };
  return {
    ...{ desk, ada, ben, get, read },
    /** The console's time is that of the exchange, and everybody signs in again. */
    async later(): Promise<void> {
      desk.clock.jump(Math.max(0, kit.clock.now() - desk.clock.now()));
      for (const person of [ada, ben]) {
        const { data } = await desk.call('POST auth/begin', {});
        person.token = (await desk.call('POST auth/finish', { assertion: person.key.assert(data) })).data.token;
      }
    },
    async take(id: string, who: Person = ada): Promise<void> {
      await desk.call('POST case/take', { id, revision: (await get(id)).case.revision }, { token: who.token });
      await read(id, who);
    },
    /** As the console does it: what is prepared is signed and sent. */
    async decide(id: string, { token, key }: Person, { pass = true, reasonCode }: Decision) {
      const commandId = crypto.randomUUID();
      const input = { id, pass: pass ? 'true' : 'false', reasonCode, commandId } as const;
      const prepared = await desk.call('GET case/prepare', input, { token });
      if (prepared.code !== 0) return prepared as never;
      const { digest, rpId } = prepared.data;
      const assertion = digest === null ? {} : { assertion: key.assert({ challenge: digest, rpId }) };
      const { revision } = (await get(id)).case;
      return desk.call('POST case/decide', { id, revision, pass, reasonCode, ...assertion }, { token, commandId });
    },
  };
}
