import { beforeEach, describe, expect, it } from 'vitest';
import { on } from '../events.ts';
import { takeLeaves, tellLeaf } from './told-leaves.ts';

const told = (seq: number) => ({ owner: '7', commandId: `id ${seq}`, leaf: `demo/${seq}`, toldAt: 1 });

beforeEach(() => {
  takeLeaves();
});

describe('leaves that were told', () => {
  it('wait for whoever keeps them, also over a reload, and are handed over once', () => {
    let heard = 0;
    const leave = on('leaf', () => {
      heard += 1;
    });
    tellLeaf(told(1));
    tellLeaf(told(2));
    leave();
    expect(heard).toBe(2);
    expect(JSON.parse(localStorage.getItem('bourse.leaves') ?? '')).toHaveLength(2);
    expect(takeLeaves()).toEqual([told(1), told(2)]);
    expect(takeLeaves()).toEqual([]);
  });

  it('are the newest 200, and a text that is none is passed over', () => {
    localStorage.setItem('bourse.leaves', '{broken');
    for (let seq = 1; seq <= 250; seq += 1) tellLeaf(told(seq));
    const left = takeLeaves();
    expect([left.length, left[0]?.leaf, left.at(-1)?.leaf]).toEqual([200, 'demo/51', 'demo/250']);
  });
});
