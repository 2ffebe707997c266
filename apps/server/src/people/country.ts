import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Session } from '../calls/session.ts';
import type { Database } from '../platform/database.ts';

/** The country whose rules apply to a customer, as far as it is known. Today it is that of the phone number, which a code has verified. */
export async function countryOf(database: Database, session: Session): Promise<string | null> {
  const [row] = await database.query<{ phone: string | null }>('SELECT phone FROM customer WHERE id = $1', [session.customerId]);
  return (row?.phone && parsePhoneNumberFromString(row.phone)?.country) || null;
}
