import { Amount, Arrow, Change, EmptyState, ErrorState, noSort, Segmented, sortRows, type TableSort } from '@bourse/ui';
import { type Column, DataTable } from '@bourse/ui/table.ts';
import { useState } from 'react';

type Line = { id: string; symbol: string; side: 'up' | 'down'; size: string; entry: string; change: string };
const lines: Line[] = Array.from({ length: 200 }, (_, index) => ({
  id: String(index),
  symbol: ['BTC-PERP', 'ETH-PERP', 'SOL-PERP', 'XAU-PERP'][index % 4]!,
  side: index % 3 === 0 ? 'down' : 'up',
  size: (0.15 + index * 0.01).toFixed(3),
  entry: (67_180 - index * 7).toFixed(1),
  change: (((index * 37) % 500) / 100 - 2.5).toFixed(2),
}));

const columns: Column<Line>[] = [
  {
    id: 'symbol',
    head: 'Instrument',
    cell: (line) => (
      <span className="names">
        {line.symbol} <Arrow direction={line.side} className={line.side} />
      </span>
    ),
    text: (line) => line.symbol,
    sort: 0,
  },
  { id: 'size', head: 'Size', align: 'end', cell: (line) => line.size, text: (line) => line.size, optional: true },
  {
    id: 'entry',
    head: 'Entry',
    align: 'end',
    sort: 1,
    cell: (line) => <Amount value={line.entry} public fraction="plain" />,
    text: (line) => line.entry,
  },
  {
    id: 'change',
    head: '24 h',
    align: 'end',
    sort: 2,
    cell: (line) => <Change value={line.change} mark="sign" />,
    text: (line) => line.change,
    optional: true,
  },
];
const compare = (a: Line, b: Line, id: string) =>
  id === 'symbol'
    ? a.symbol.localeCompare(b.symbol)
    : id === 'change'
      ? Number(a.change) - Number(b.change)
      : Number(a.entry) - Number(b.entry);

export function SampleTable({ name }: { name: string }) {
  const [sort, setSort] = useState<TableSort>(noSort);
  const [state, setState] = useState<'ready' | 'loading' | 'empty' | 'failed'>('ready');
  return (
    <>
      <Segmented
        small
        label="State"
        value={state}
        onChange={setState}
        options={[
          { value: 'ready', label: 'Ready' },
          { value: 'loading', label: 'Loading' },
          { value: 'empty', label: 'Empty' },
          { value: 'failed', label: 'Failed' },
        ]}
      />
      <DataTable
        label={`Sample positions, ${name}`}
        columns={columns}
        rows={state === 'ready' ? sortRows(lines, sort, compare) : []}
        rowKey={(line) => line.id}
        sort={sort}
        onSort={setSort}
        state={state === 'loading' ? 'loading' : 'ready'}
        empty={<EmptyState compact title="No positions" />}
        failed={
          state === 'failed' ? <ErrorState compact title="Positions could not be loaded" onRetry={() => setState('ready')} /> : undefined
        }
        chosen={(line) => line.id === '2'}
        onRow={() => {}}
        rememberAs="gallery"
        csvName="positions"
        height={320}
      />
    </>
  );
}
