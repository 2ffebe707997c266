import type { FormField, FormLeaf, FormValue, FormValues, LeafField } from '@bourse/protocol/admin';
import { Button, Checkbox, Select, Switch, TextField } from '@bourse/ui';
import styles from '../Console.module.css';
import { form, formName } from '../words.ts';

interface Given<Value> {
  value: Value | undefined;
  onChange: (value: Value) => void;
}

/** One value. Numbers and amounts are typed as text: nothing is rounded on the way. */
function Leaf({
  field,
  path,
  value,
  onChange,
  optional = false,
}: { field: LeafField; path: string; optional?: boolean } & Given<FormLeaf>) {
  const label = formName('field', path);
  if (field.type === 'flag')
    return (
      <Switch checked={value === true} onChange={onChange}>
        {label}
      </Switch>
    );
  if (field.type === 'choice')
    return (
      <Select
        labelled
        label={label}
        value={String(value ?? '')}
        options={[
          { value: '', label, disabled: true },
          ...field.choices.map((one) => ({ value: one, label: formName('choice', `${field.name}.${one}`) })),
        ]}
        onChange={onChange}
      />
    );
  const hint = optional ? form('fromReason') : field.type === 'amount' ? form('amountIn') : undefined;
  return (
    <TextField
      label={label}
      inputMode={field.type === 'amount' ? 'decimal' : field.type === 'number' || field.type === 'id' ? 'numeric' : 'text'}
      {...(hint ? { hint } : {})}
      {...(field.type === 'amount' && /^[A-Z]/.test(field.amountOf) ? { unit: field.amountOf } : {})}
      value={String(value ?? '')}
      maxLength={300}
      onChange={(text) => onChange(text.trim())}
    />
  );
}

/** Values of a list, or its rows: each can be changed, removed and added to. */
function Rows({ field, value = [], onChange }: { field: FormField } & Given<FormValue>) {
  const rows = Array.isArray(value) ? value : [];
  const put = (at: number, row: (typeof rows)[number]) => onChange(rows.with(at, row));
  if (field.type === 'choice' && field.parts.length === 0)
    return (
      <fieldset className={styles.fieldset}>
        <legend>{formName('field', field.name)}</legend>
        {field.choices.map((one) => (
          <Checkbox
            key={one}
            checked={rows.includes(one)}
            onChange={(on) => onChange(on ? [...rows, one] : rows.filter((each) => each !== one))}
          >
            {formName('choice', `${field.name}.${one}`)}
          </Checkbox>
        ))}
      </fieldset>
    );
  return (
    <fieldset className={styles.fieldset}>
      <legend>{formName('field', field.name)}</legend>
      {rows.map((row, at) => (
        // Rows have no name of their own but their place.
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
        <div key={at} className={styles.row}>
          {field.parts.length === 0 ? (
            <Leaf field={field} path={field.name} value={typeof row === 'object' ? '' : row} onChange={(next) => put(at, next)} />
          ) : (
            field.parts.map((part) => (
              <Leaf
                key={part.name}
                field={part}
                path={`${field.name}.${part.name}`}
                value={typeof row === 'object' ? row[part.name] : undefined}
                onChange={(next) => put(at, { ...(typeof row === 'object' ? row : {}), [part.name]: next })}
              />
            ))
          )}
          <Button kind="quiet" size="small" onClick={() => onChange(rows.toSpliced(at, 1))}>
            {form('removeRow')}
          </Button>
        </div>
      ))}
      <Button kind="outline" size="small" onClick={() => onChange([...rows, field.parts.length === 0 ? (rows.at(-1) ?? '') : {}])}>
        {form('addRow')}
      </Button>
    </fieldset>
  );
}

/** The form of any change, from the fields that the engine declares. */
export function FormFields({
  fields,
  values,
  onChange,
}: {
  fields: readonly FormField[];
  values: FormValues;
  onChange: (name: string, value: FormValue) => void;
}) {
  return (
    <div className={styles.form}>
      {fields.map((field) =>
        field.list ? (
          <Rows key={field.name} field={field} value={values[field.name]} onChange={(value) => onChange(field.name, value)} />
        ) : field.optional && field.type !== 'digest' ? null : (
          <Leaf
            key={field.name}
            field={field}
            path={field.name}
            optional={field.optional}
            value={values[field.name] as FormLeaf | undefined}
            onChange={(value) => onChange(field.name, value)}
          />
        ),
      )}
    </div>
  );
}
