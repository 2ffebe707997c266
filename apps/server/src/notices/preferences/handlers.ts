import { type NoticePreference, wordPattern } from '@bourse/protocol/calls';
import { Refusal } from '@bourse/protocol/errors';
import { quietHours } from '@bourse/protocol/notice-topics';
import { nearestLanguage } from '@bourse/words';
import type { Handlers } from '../../calls/handlers.ts';
import type { Session } from '../../calls/session.ts';
import { maskEmail } from '../../people/contacts.ts';
import { customerById, keepLanguage } from '../../people/customers.ts';
import type { Now } from '../../people/ports.ts';
import type { Database } from '../../platform/database.ts';
import { storeNotices } from '../store.ts';
import { keepPreference, keepWord, preferenceOf, readPreference, type Words } from './store.ts';

type Names =
  | 'GET system/notice-preference/get'
  | 'PUT system/notice-preference/update'
  | 'PUT system/notice-preference/word'
  | 'PUT system/member/update-language';

/** What a customer is told besides in the app. */
export function preferenceHandlers({
  database,
  clock,
  words,
  pushKey,
}: {
  database: Database;
  clock: Now;
  words: Words;
  /** Public key for pushes, base64url. */
  pushKey: string;
}): Handlers<Names> {
  const customerOf = async ({ customerId }: Session) => {
    const customer = await customerById(database, customerId);
    if (!customer) throw new Refusal('unauthorised');
    return customer;
  };
  const view = async (session: Session): Promise<NoticePreference> => {
    const { customerId, sessionId } = session;
    const customer = await customerOf(session);
    const row = await readPreference(database, customerId);
    const devices = await database.query<{ session_id: string }>('SELECT session_id FROM push_subscription WHERE customer_id = $1', [
      customerId,
    ]);
    const { push, mail, ...rest } = preferenceOf(row);
    return {
      ...rest,
      push: [...push],
      mail: [...mail],
      word: words.open(customerId, row?.word ?? null),
      mailTo: customer.email && maskEmail(customer.email),
      pushHere: devices.some((one) => one.session_id === sessionId),
      devices: devices.length,
      quietHours,
      pushKey,
    };
  };
  return {
    'GET system/notice-preference/get': (_input, { session }) => view(session),
    'PUT system/notice-preference/update': async (chosen, { session }) => {
      await customerOf(session);
      await keepPreference(database, session.customerId, chosen);
      return view(session);
    },
    'PUT system/notice-preference/word': async ({ word }, { session }) => {
      const customer = await customerOf(session);
      const plain = word?.trim().normalize('NFC') || null;
      if (plain !== null && !wordPattern.test(plain)) throw new Refusal('wordInvalid');
      await database.transaction(async (tx) => {
        const before = words.open(customer.id, (await readPreference(tx, session.customerId))?.word ?? null);
        if (before === plain) return;
        await keepWord(tx, session.customerId, plain === null ? null : words.seal(customer.id, plain));
        const now = clock.now();
        await storeNotices(tx, session.venue, [
          { account: session.account, kind: 'security.changed', params: { what: 'word' }, subject: `security:word:${now}`, time: now },
        ]);
      });
      return view(session);
    },
    'PUT system/member/update-language': async ({ language }, { session }) => {
      const nearest = nearestLanguage(language);
      await keepLanguage({ database }, await customerOf(session), nearest);
      return { language: nearest };
    },
  };
}
