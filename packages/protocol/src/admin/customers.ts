import { z } from 'zod';
import { call } from '../calls/define.ts';
import { id, pageOf, time } from '../calls/shapes.ts';
import { act, adminPaging, note, read, venue } from './define.ts';

export const accountModes = ['normal', 'closeOnly', 'locked'] as const;

/** A customer as every operator who may see customers sees them: contacts are masked. */
const customer = z.strictObject({
  id,
  venue,
  account: z.number().int().nullable(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  realnameStatus: z.number().int(),
  vipLevel: z.number().int(),
  language: z.string(),
  createdAt: time,
  /** What operators let the account do: everything, only what closes and takes out, or nothing. */
  mode: z.enum(accountModes),
  held: z.strictObject({ since: time, reason: z.string() }).nullable(),
});
export type CustomerRow = z.output<typeof customer>;

/** One table of a customer: cells are text, as the histories keep them. */
const table = z.strictObject({ columns: z.array(z.string()), rows: z.array(z.array(z.string())), total: z.number().int() });

export const customerParts = ['sessions', 'balances', 'orders', 'positions', 'lines', 'cases', 'restrictions'] as const;
export type CustomerPart = (typeof customerParts)[number];

export const customerCalls = {
  'GET customer/list': call({
    ...read('see'),
    summary: 'Customers, newest first; by number, account, name, or whole e-mail address or phone number',
    input: z.strictObject({
      ...adminPaging,
      search: z.string().trim().max(120).optional(),
      venue: venue.optional(),
      held: z.enum(['true', 'false']).optional(),
    }),
    output: pageOf(customer),
  }),
  'GET customer/get': call({
    ...read('see'),
    summary: 'One customer',
    input: z.strictObject({ id }),
    output: customer,
    errors: ['notFound'],
  }),
  'GET customer/part': call({
    ...read('see'),
    summary: 'One table of a customer: sessions, balances, orders, positions, ledger lines, cases, restrictions',
    input: z.strictObject({ id, part: z.enum(customerParts), ...adminPaging }),
    output: table,
    errors: ['notFound'],
  }),
  'POST customer/reveal': call({
    ...act('compliance'),
    summary: 'Show one contact of a customer in clear. It stands in the audit who looked, and why',
    input: z.strictObject({ id, field: z.enum(['email', 'phone', 'realName']), reason: note }),
    output: z.strictObject({ value: z.string().nullable() }),
    errors: ['notFound'],
  }),
  'POST customer/hold': call({
    ...act('see'),
    summary:
      'Restrict a customer at once: to closing and taking out, or to nothing at all, signed out everywhere. Lifting is a case that two people decide',
    input: z.strictObject({ id, reason: note, mode: z.enum(['closeOnly', 'locked']).default('locked') }),
    output: z.null(),
    errors: ['notFound'],
  }),
};
