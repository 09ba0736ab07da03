import { useId, type ComponentProps, type ReactNode } from 'react'
import styles from './check-field.module.css'

/** A checkbox with a label. `hint` says what the checkbox does, or why it is disabled. */
export function CheckField({
  label,
  hint,
  ...rest
}: { label: string; hint?: ReactNode } & Omit<ComponentProps<'input'>, 'type'>) {
  const id = useId()
  return (
    <div className={styles.field}>
      <input
        {...rest}
        type="checkbox"
        id={id}
        className={`box mat ${styles.box}`}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      <label className={`label flex align-middle target ${styles.label}`} htmlFor={id}>
        {label}
      </label>
      {hint ? (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}

/** Checkboxes of which any number can be chosen. The props of the inputs connect them with their form. */
export function CheckGroup({
  label,
  options,
  hint,
  problem,
  ...rest
}: {
  label: string
  options: readonly string[]
  hint?: ReactNode
  problem?: string
} & Omit<ComponentProps<'input'>, 'type'>) {
  const id = useId()
  return (
    <fieldset className={styles.group} aria-describedby={hint || problem ? `${id}-hint` : undefined}>
      <legend className={`label ${styles.legend}`}>{label}</legend>
      <div className={options.length > MOST_IN_ROWS ? styles.many : 'row-0-3'}>
        {options.map((option) => (
          <CheckField key={option} {...rest} label={option} value={option} />
        ))}
      </div>
      {hint || problem ? (
        <p className={styles.hint} id={`${id}-hint`}>
          {problem ?? hint}
        </p>
      ) : null}
    </fieldset>
  )
}

/** More than these are found sooner in columns. */
const MOST_IN_ROWS = 12

/** A checkbox without a visible label, such as in a table row. Give it an `aria-label`. */
export function CheckBox(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return <input {...props} type="checkbox" className={`box mat ${styles.box}`} />
}
