import { Venue } from '@bourse/protocol/enums';
import { say } from '@bourse/words';
import type { Handler } from '../calls/handlers.ts';
import type { Database } from '../platform/database.ts';
import type { Countries } from './ports.ts';

interface Control {
  key: string;
  built: boolean;
  real_on: boolean;
  demo_on: boolean;
  /** Per-country switches that override the default for real accounts. */
  countries: Record<string, boolean>;
}

type Reason = 'notBuilt' | 'notHere' | 'realOnly' | 'demoOnly';

/** A part of the screen that stands for a product follows the product's switch. */
export const readViewControls = (database: Database) =>
  database.query<Control>(
    `SELECT v.key, v.built, coalesce(p.real_on, v.real_on) AS real_on, coalesce(p.demo_on, v.demo_on) AS demo_on,
       coalesce(
         CASE WHEN p.product IS NULL
           THEN (SELECT jsonb_object_agg(c.country, c.real_on) FROM view_control_country c WHERE c.key = v.key)
           ELSE (SELECT jsonb_object_agg(c.country, c.real_on) FROM product_switch_country c WHERE c.product = v.product)
         END, '{}') AS countries
     FROM view_control v LEFT JOIN product_switch p ON p.product = v.product ORDER BY v.key`,
  );

/** A visitor sees what a real account would see. The demo's switches do not apply to visitors. */
export const viewControlList =
  (controls: () => Promise<Control[]>, people: Countries): Handler<'GET system/view-control/list'> =>
  async (_input, { session, language }) => {
    const country = session?.venue === Venue.real ? await people.countryOf(session) : null;
    return (await controls()).map((control) => {
      const why = hiddenBecause(control, session?.venue ?? Venue.real, country);
      return { key: control.key, visible: why === null, reason: why && say(language, `views.hidden.${why}`) };
    });
  };

function hiddenBecause(control: Control, venue: Venue, country: string | null): Reason | null {
  if (!control.built) return 'notBuilt';
  if (venue === Venue.demo) return control.demo_on ? null : 'realOnly';
  const allowed = (country !== null ? control.countries[country] : undefined) ?? control.real_on;
  if (allowed) return null;
  return control.key === 'demoTopUp' ? 'demoOnly' : 'notHere';
}
