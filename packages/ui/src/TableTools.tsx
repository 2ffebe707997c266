import { Button, IconButton } from './Button.tsx';
import { useUi } from './context.tsx';
import { IconDownload, IconSliders } from './icons.tsx';
import { Menu } from './Menu.tsx';

export type TableToolsProps = {
  /** Columns that may be switched off, with what the customer has chosen. */
  choices: readonly { id: string; head: string; shown: boolean }[];
  onToggle: (id: string) => void;
  /** Saves what is shown as a file; without it none is offered. */
  onSave?: (() => void) | undefined;
  nothing: boolean;
  /** Pictures with names instead of words. */
  dense?: boolean | undefined;
};

/** Choice of columns and the file of a table. */
export function TableTools({ choices, onToggle, onSave, nothing, dense = false }: TableToolsProps) {
  const { labels } = useUi();
  return (
    <>
      {choices.length > 0 && (
        <Menu
          label={labels.columns}
          align="end"
          items={choices.map(({ id, head, shown }) => ({ key: id, label: head, checked: shown, onSelect: () => onToggle(id) }))}
          trigger={(button) =>
            dense ? (
              <IconButton small label={labels.columns} {...button}>
                <IconSliders size={15} aria-hidden />
              </IconButton>
            ) : (
              <Button kind="plain" size="small" icon={<IconSliders size={15} />} {...button}>
                {labels.columns}
              </Button>
            )
          }
        />
      )}
      {onSave &&
        (dense ? (
          <IconButton small label={labels.exportCsv} onClick={onSave} disabled={nothing}>
            <IconDownload size={15} aria-hidden />
          </IconButton>
        ) : (
          <Button kind="plain" size="small" icon={<IconDownload size={15} />} onClick={onSave} disabled={nothing}>
            {labels.exportCsv}
          </Button>
        ))}
    </>
  );
}
