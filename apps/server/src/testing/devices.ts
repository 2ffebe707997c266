import type { CallInput, CommandName } from '@bourse/protocol';
import { closeDevicesJob } from '../devices/close-devices.ts';
import { createDeviceStore } from '../devices/device-store.ts';
import { deviceHandlers } from '../devices/handlers.ts';
import { createPeople } from '../people/people.ts';
import { createTradingAccounts } from '../wallets/open-account.ts';
import { type ExchangeOptions, testExchange } from './exchange.ts';
import { androidChrome, desktopChrome, tokensOf } from './people.ts';
import { type TestSigner, testSigner } from './signer.ts';

/** An exchange with real sessions, whose customers sign in with the demo's one tap and register keys. */
export async function signingExchange(options: Omit<ExchangeOptions, 'rooms'> = {}) {
  let close = async (): Promise<unknown> => undefined;
  const exchange = await testExchange({
    ...options,
    rooms: async ({ test: { database }, venues, clock, log }) => {
      const people = await createPeople({
        database,
        clock,
        log,
        environment: 'development',
        hub: { toSession: () => {}, toAccount: () => {} },
        outbox: { mail: async () => {}, text: async () => {} },
        files: { put: async () => {}, get: async () => undefined, remove: async () => {} },
        key: Buffer.alloc(32, 5),
        publicUrl: 'http://localhost',
        trading: createTradingAccounts(venues),
        reachesPhones: true,
        hashCost: { memoryCost: 64, timeCost: 1, parallelism: 1 },
      });
      const devices = createDeviceStore({ database, venues, clock });
      const { run } = closeDevicesJob({ devices, sessions: people.authenticator, log });
      close = run;
      return {
        handlers: { ...people.handlers, ...deviceHandlers({ database, clock, devices, people }) },
        authenticator: people.authenticator,
      };
    },
  });
  const { call } = exchange;
  const now = () => options.clock?.now() ?? Date.now();

  const signIn = async (demoKey?: string, phone = false) => {
    const headers = { 'user-agent': phone ? androidChrome : desktopChrome };
    const data = tokensOf((await call('POST system/auth/login', { loginType: 2, ...(demoKey ? { demoKey } : {}) }, { headers })).data);
    const token = data.accessToken;
    const { data: member } = await call('GET system/member/get-current-member', {}, { token });
    return { token, customer: data.userId, demoKey: data.demoKey ?? '', account: member.account };
  };
  type Customer = Awaited<ReturnType<typeof signIn>>;

  return {
    ...exchange,
    /** One round of the job that closes devices of sessions that are over. */
    closeDevices: () => close(),
    signIn,
    /** A customer whose device has no key. */
    customer: () => signIn(),
    register: ({ token, customer }: Customer, signer: TestSigner) =>
      call('POST system/member/device-key', signer.registration(customer, now()), { token }),
    /** Signs in with a key. */
    async signedIn(demoKey?: string, phone = false) {
      const customer = await signIn(demoKey, phone);
      const signer = testSigner();
      const { data } = await call('POST system/member/device-key', signer.registration(customer.customer, now()), {
        token: customer.token,
      });
      return { ...customer, signer, device: Number(data.device) };
    },
    /** Sends a signed command. */
    send<Name extends CommandName>(
      { token, account, signer }: Customer & { signer: TestSigner },
      name: Name,
      input: CallInput<Name>,
      more: { commandId?: string; time?: number } = {},
    ) {
      return call(name, input, { token, headers: signer.headers(name, input, { account, time: now(), ...more }) });
    },
  };
}
export type SigningExchange = Awaited<ReturnType<typeof signingExchange>>;
