import { lazy, Suspense } from 'react';
import { allWords } from '../../../i18n/index.ts';
import { useWide } from '../../../shell/use-wide.ts';
import { OpenOrders } from './OpenOrders.tsx';
import { OpenPositions } from './OpenPositions.tsx';
import { Summary } from './Summary.tsx';

/** Its statement lines need words that the first screens do not load. */
const WidePanels = lazy(() => Promise.all([import('./WidePanels.tsx'), allWords()]).then(([module]) => module));

/** The signed-in customer's part of the home page. Its chunk loads in parallel with the screen; a visitor does not load it. */
export default function Own() {
  const wide = useWide(1024);
  return (
    <>
      <Summary />
      <OpenPositions />
      <OpenOrders />
      {wide && (
        <Suspense>
          <WidePanels />
        </Suspense>
      )}
    </>
  );
}
