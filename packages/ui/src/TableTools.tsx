import { Button, IconButton } from './Button.tsx';
import { useUi } from './context.tsx';
import { IconDownload, IconSliders } from './icons.tsx';
import { Menu } from './Menu.tsx';

export type TableToolsProps = {
  /** Columns that can be hidden, with the customer's choice. */
  choices: readonly { id: string; head: string; shown: boolean }[];
  onToggle: (id: string) => void;
  /** Saves the shown rows as a file; without it no file is offered. */
  onSave?: (() => void) | undefined;
  nothing: boolean;
  /** Icons with accessible names instead of words. */
  dense?: boolean | undefined;
};

/** A table's choice of columns and its file. */
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
