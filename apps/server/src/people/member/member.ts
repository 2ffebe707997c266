import type { CallOutput } from '@bourse/protocol/calls';
import { Refusal } from '@bourse/protocol/errors';
import type { Handler } from '../../calls/handlers.ts';
import type { Session } from '../../calls/session.ts';
import { maskEmail, maskPhone } from '../contacts.ts';
import { type Customer, customerById } from '../customers.ts';
import type { PeopleServices } from '../services.ts';

export type Member = CallOutput<'GET system/member/get-current-member'>;

/** Where an uploaded picture is served. */
export const fileUrl = (id: string) => `/files/${id}`;

export const currentMember =
  (services: PeopleServices): Handler<'GET system/member/get-current-member'> =>
  async (_input, { session }) =>
    memberOf(await signedInCustomer(services, session));

export async function signedInCustomer(services: PeopleServices, session: Session): Promise<Customer> {
  const customer = await customerById(services.database, session.customerId);
  if (!customer) throw new Refusal('unauthorised');
  return customer;
}

export function memberOf(customer: Customer): Member {
  // Visitors have no account. Their audience is another, so they never get here.
  if (customer.account === null) throw new Refusal('forbidden');
  return {
    id: String(customer.id),
    serviceId: null,
    userId: String(customer.id),
    realName: customer.real_name,
    phone: customer.phone && maskPhone(customer.phone),
    email: customer.email && maskEmail(customer.email),
    name: customer.name,
    avatar: customer.avatar && fileUrl(customer.avatar),
    realnameStatus: customer.realname_status,
    loginType: customer.login_type,
    venue: customer.venue,
    account: customer.account,
    vipLevel: customer.vip_level,
    createdAt: customer.created_at.getTime(),
    restricted: customer.mode !== 'normal',
  };
}
