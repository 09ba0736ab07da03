import { useState, type ComponentProps } from 'react'
import { Field } from './field.tsx'
import styles from './password-field.module.css'

/** A password field with a button that shows the typed text. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type'>) {
  const [shown, setShown] = useState(false)
  return (
    <div className={styles.password}>
      <Field {...props} type={shown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      <button
        type="button"
        className={`label target text-right ${styles.toggle}`}
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Hide' : 'Show'}
        <span className="visually-hidden"> what is typed in {props.label}</span>
      </button>
    </div>
  )
}
