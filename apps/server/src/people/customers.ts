import { LoginBy, type LoginType, type RealnameStatus, type Venue } from '@bourse/protocol/enums';
import type { Queryable } from '../platform/database.ts';
import type { Contact } from './contacts.ts';
import type { AccountMode } from './ports.ts';

export interface Customer {
  id: bigint;
  login_type: LoginType;
  venue: Venue;
  /** Null for a visitor of customer service, who has no ledger account. */
  account: number | null;
  name: string;
  email: string | null;
  phone: string | null;
  password_hash: string | null;
  avatar: string | null;
  real_name: string | null;
  realname_status: RealnameStatus;
  vip_level: number;
  language: string;
  restricted_at: Date | null;
  /** What operators let the account do. */
  mode: AccountMode;
  created_at: Date;
}

const columns =
  'id, login_type, venue, account, name, email, phone, password_hash, avatar, real_name, realname_status, vip_level, language, restricted_at, mode, created_at';

export const contactColumn = (by: LoginBy) => (by === LoginBy.phone ? 'phone' : 'email');

export async function customerById(db: Queryable, id: string | bigint): Promise<Customer | undefined> {
  return (await db.query<Customer>(`SELECT ${columns} FROM customer WHERE id = $1`, [id]))[0];
}

export async function customerByContact(db: Queryable, contact: Contact): Promise<Customer | undefined> {
  return (await db.query<Customer>(`SELECT ${columns} FROM customer WHERE ${contactColumn(contact.by)} = $1`, [contact.target]))[0];
}

export async function customerByDemoKey(db: Queryable, keyHash: Buffer): Promise<Customer | undefined> {
  return (await db.query<Customer>(`SELECT ${columns} FROM customer WHERE demo_key_hash = $1`, [keyHash]))[0];
}

/** Stores the language for mails. */
export async function keepLanguage({ database }: { database: Queryable }, { id, language }: Customer, now: string): Promise<void> {
  if (language !== now) await database.query('UPDATE customer SET language = $2 WHERE id = $1', [id, now]);
}

/** The next account number of a venue's ledger. It is taken outside transactions: an unused number does no harm, a number used twice would. */
export async function nextAccount(db: Queryable, venue: Venue): Promise<number> {
  const [row] = await db.query<{ number: bigint }>(`SELECT nextval('account_number_${venue === 'real' ? 'real' : 'demo'}') AS number`);
  return Number(row!.number);
}

export interface NewCustomer {
  loginType: LoginType;
  venue: Venue;
  account: number | null;
  name: string;
  contact?: Contact | undefined;
  passwordHash?: string | undefined;
  inviteCode?: string | undefined;
  demoKeyHash?: Buffer | undefined;
  language: string;
  at: Date;
}

/** Undefined when the e-mail address or phone number is taken. */
export async function insertCustomer(db: Queryable, one: NewCustomer): Promise<Customer | undefined> {
  const rows = await db.query<Customer>(
    `INSERT INTO customer (login_type, venue, account, name, email, phone, password_hash, password_changed_at, invite_code, demo_key_hash, language, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     ON CONFLICT DO NOTHING RETURNING ${columns}`,
    [
      one.loginType,
      one.venue,
      one.account,
      one.name,
      one.contact?.by === LoginBy.email ? one.contact.target : null,
      one.contact?.by === LoginBy.phone ? one.contact.target : null,
      one.passwordHash ?? null,
      one.passwordHash ? one.at : null,
      one.inviteCode ?? null,
      one.demoKeyHash ?? null,
      one.language,
      one.at,
    ],
  );
  return rows[0];
}
