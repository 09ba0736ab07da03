import { useId, type ComponentProps, type ReactNode } from 'react'
import styles from './field.module.css'

export type FieldProps = {
  label: string
  hint?: ReactNode
  problem?: string
  /** Leaves out the word “optional”, for forms in which most fields are optional. */
  unmarked?: boolean
}

/** A labeled input. `problem` is shown below it and linked to it for screen readers. */
export function Field({ label, hint, problem, unmarked, id, ...rest }: FieldProps & ComponentProps<'input'>) {
  const { inputId, describedBy } = useFieldIds(id, hint, problem)
  return (
    <FieldFrame {...{ label, hint, problem, inputId }} optional={!rest.required && !unmarked}>
      <input
        {...rest}
        id={inputId}
        className={styles.input}
        aria-invalid={problem ? true : undefined}
        aria-describedby={describedBy}
      />
    </FieldFrame>
  )
}

/** A required field for an email address. */
export function EmailField({ label = 'Email', ...rest }: Partial<FieldProps> & ComponentProps<'input'>) {
  return (
    <Field label={label} name="email" type="email" autoComplete="email" maxLength={254} required {...rest} />
  )
}

export function SelectField({
  label,
  hint,
  problem,
  unmarked,
  id,
  children,
  ...rest
}: FieldProps & ComponentProps<'select'>) {
  const { inputId, describedBy } = useFieldIds(id, hint, problem)
  return (
    <FieldFrame {...{ label, hint, problem, inputId }} optional={!rest.required && !unmarked}>
      <Select {...rest} id={inputId} aria-invalid={problem ? true : undefined} aria-describedby={describedBy}>
        {children}
      </Select>
    </FieldFrame>
  )
}

/** A select without a visible label. Give it an `aria-label`. `className` is for the element around the select. */
export function Select({ className = '', ...rest }: ComponentProps<'select'>) {
  return (
    <span className={`${styles.select} ${className}`}>
      <select {...rest} className={styles.input} />
    </span>
  )
}

export function TextareaField({
  label,
  hint,
  problem,
  unmarked,
  id,
  ...rest
}: FieldProps & ComponentProps<'textarea'>) {
  const { inputId, describedBy } = useFieldIds(id, hint, problem)
  return (
    <FieldFrame {...{ label, hint, problem, inputId }} optional={!rest.required && !unmarked}>
      <textarea
        {...rest}
        id={inputId}
        className={styles.input}
        aria-invalid={problem ? true : undefined}
        aria-describedby={describedBy}
      />
    </FieldFrame>
  )
}

/** The id of an input, and the ids of its hint and problem for `aria-describedby`. */
export function useFieldIds(id: string | undefined, hint: ReactNode, problem: string | undefined) {
  const generatedId = useId()
  const inputId = id ?? generatedId
  const describedBy = [hint ? `${inputId}-hint` : '', problem ? `${inputId}-problem` : '']
    .filter(Boolean)
    .join(' ')
  return { inputId, describedBy: describedBy || undefined }
}

/** The label above an input, and its hint and problem below. */
export function FieldFrame({
  label,
  hint,
  problem,
  inputId,
  optional,
  children,
}: FieldProps & { inputId: string; optional: boolean; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={inputId}>
        {label}
        {optional ? <span className="soft"> optional</span> : null}
      </label>
      {children}
      {hint ? (
        <p className={styles.hint} id={`${inputId}-hint`}>
          {hint}
        </p>
      ) : null}
      {problem ? (
        <p className={styles.problem} id={`${inputId}-problem`}>
          {problem}
        </p>
      ) : null}
    </div>
  )
}
