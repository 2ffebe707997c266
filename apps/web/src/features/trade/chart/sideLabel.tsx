/** The label of an own order's line: its side in colour and shape, then its name. */
export const sideLabel = (buying: boolean, name: string) => (
  <>
    <span className={buying ? 'up' : 'down'} aria-hidden>
      {buying ? '▲' : '▼'}
    </span>{' '}
    {name}
  </>
);
