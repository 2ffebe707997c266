import { Refusal } from '@bourse/protocol/errors';
import type { Handler } from '../../calls/handlers.ts';
import type { Customer } from '../customers.ts';
import { normaliseName } from '../names.ts';
import type { PeopleServices } from '../services.ts';
import { memberOf, signedInCustomer } from './member.ts';

const uploadedPicture = /^\/files\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

export const changeNameOrPicture =
  (services: PeopleServices): Handler<'PUT system/member/update-avatar-name'> =>
  async (input, { session }) => {
    const customer = await signedInCustomer(services, session);
    const name = input.name === undefined ? null : normaliseName(input.name);
    const avatar = input.avatar ? await ownPicture(services, customer, input.avatar) : null;
    // Fields that were not sent stay unchanged, so that two concurrent changes do not undo each other.
    await services.database.query(
      'UPDATE customer SET name = coalesce($2, name), avatar = CASE WHEN $4 THEN $3::uuid ELSE avatar END WHERE id = $1',
      [customer.id, name, avatar, input.avatar !== undefined],
    );
    return memberOf(await signedInCustomer(services, session));
  };

/** Accepts only a picture that this customer uploaded, never a foreign address or somebody else's picture. */
async function ownPicture(services: PeopleServices, customer: Customer, url: string): Promise<string> {
  const id = uploadedPicture.exec(url)?.[1];
  const rows = id ? await services.database.query('SELECT 1 FROM file WHERE id = $1 AND customer_id = $2', [id, customer.id]) : [];
  if (!id || rows.length === 0) throw new Refusal('notFound');
  return id;
}
