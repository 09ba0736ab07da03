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
        className={styles.box}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      <label className={styles.label} htmlFor={id}>
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

/** A checkbox without a visible label, such as in a table row. Give it an `aria-label`. */
export function CheckBox(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return <input {...props} type="checkbox" className={styles.box} />
}
