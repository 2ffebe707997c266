import { Select } from '@bourse/ui';
import { t } from '../words.ts';

export type VenueName = 'real' | 'demo';
export const venueOf = (text: string | undefined): VenueName => (text === 'demo' ? 'demo' : 'real');

/** Which venue a screen shows. */
export function VenueSelect({ venue, onChange }: { venue: VenueName; onChange: (venue: VenueName) => void }) {
  return (
    <Select
      label={t('console.venue')}
      value={venue}
      options={[
        { value: 'real', label: t('console.real') },
        { value: 'demo', label: t('console.demo') },
      ]}
      onChange={onChange}
    />
  );
}
