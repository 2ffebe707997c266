import { describe, expect, it } from 'vitest';
import { bounded, readPanels, standardPanels } from './panels.ts';

describe('the panels of the terminal', () => {
  it('come back as they were left', () =>
    expect(readPanels('{"watch":300,"dock":200}')).toEqual({ ...standardPanels, watch: 300, dock: 200 }));
  it('never come back unusable', () => {
    expect(readPanels('{"watch":9000,"book":"x"}')).toEqual({ ...standardPanels, watch: 360 });
    expect(readPanels('rubbish')).toEqual(standardPanels);
    expect(readPanels('null')).toEqual(standardPanels);
    expect(bounded('dock', Number.NaN)).toBe(standardPanels.dock);
  });
});
