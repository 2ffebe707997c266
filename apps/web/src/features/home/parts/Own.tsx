import { lazy, Suspense } from 'react';
import { allWords } from '../../../i18n/index.ts';
import { useWide } from '../../../shell/use-wide.ts';
import { OpenOrders } from './OpenOrders.tsx';
import { OpenPositions } from './OpenPositions.tsx';
import { Summary } from './Summary.tsx';

/** Its lines need words that the first screens do without. */
const Desk = lazy(() => Promise.all([import('./Desk.tsx'), allWords()]).then(([module]) => module));

/** What is yours. In its own chunk: who looks in without an account does not load it, who is signed in loads it beside the screen. */
export default function Own() {
  const wide = useWide(1024);
  return (
    <>
      <Summary />
      <OpenPositions />
      <OpenOrders />
      {wide && (
        <Suspense>
          <Desk />
        </Suspense>
      )}
    </>
  );
}
