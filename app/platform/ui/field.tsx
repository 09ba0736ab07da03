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
export function Field(props: FieldProps & ComponentProps<'input'>) {
  const { frame, input } = useFrame(props)
  return (
    <FieldFrame {...frame}>
      <input {...input} className={styles.input} />
    </FieldFrame>
  )
}

/** A required field for an email address. */
export function EmailField({ label = 'Email', ...rest }: Partial<FieldProps> & ComponentProps<'input'>) {
  return (
    <Field label={label} name="email" type="email" autoComplete="email" maxLength={254} required {...rest} />
  )
}

export function SelectField(props: FieldProps & ComponentProps<'select'>) {
  const { frame, input } = useFrame(props)
  return (
    <FieldFrame {...frame}>
      <Select {...input} />
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

export function TextareaField(props: FieldProps & ComponentProps<'textarea'>) {
  const { frame, input } = useFrame(props)
  return (
    <FieldFrame {...frame}>
      <textarea {...input} className={styles.input} />
    </FieldFrame>
  )
}

/** The properties of a field for its frame, and those for its input, which is linked to the hint and the problem. */
function useFrame<P extends FieldProps & { id?: string; required?: boolean }>({
  label,
  hint,
  problem,
  unmarked,
  id,
  ...rest
}: P) {
  const { inputId, describedBy } = useFieldIds(id, hint, problem)
  return {
    frame: { label, hint, problem, inputId, optional: !rest.required && !unmarked },
    input: {
      ...rest,
      id: inputId,
      'aria-invalid': problem ? true : undefined,
      'aria-describedby': describedBy,
    },
  }
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
