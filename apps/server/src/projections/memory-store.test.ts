import { projectionConformance } from './conformance.ts';
import { createMemoryProjections } from './memory-store.ts';
import { memoryRows } from './stored-texts.ts';

projectionConformance('memory', async () => {
  const store = createMemoryProjections();
  return { store, again: store, rows: async () => memoryRows(store.tables('demo')) };
});
