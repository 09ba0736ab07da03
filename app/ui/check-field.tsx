import { useId, type ComponentProps, type ReactNode } from 'react'
import styles from './check-field.module.css'

/** A box to tick, with its label beside it. `hint` says what ticking means, or why it cannot be ticked. */
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

/** The box alone, for a row that says what it is about: give it an `aria-label`. */
export function CheckBox(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return <input {...props} type="checkbox" className={styles.box} />
}
