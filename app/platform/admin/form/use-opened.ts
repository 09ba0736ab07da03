/** The values of a form, and the state of the resource that these values are based on. */
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch, type DefaultValues, type FieldValues } from 'react-hook-form'
import type { Problems } from '../../ui/use-problems.ts'
import { differences, isSame, merged, type Versions } from './merge.ts'

/** A state of the resource, converted to the form's values. Has a version if the resource has versions. */
export type Opened<V> = { version?: string | number; values: V }

/** Typed text that is not in the merged form, because others changed the same field or removed the field. */
export type Unmerged = { label: string; text: string }

export type Opening<V extends object> = {
  /** The current state of the resource. The form shows it until the user types something. */
  latest: Opened<V>
  /** The fields that are merged and stored in drafts, in the form's order. */
  names: readonly (keyof V & string)[]
  /**
   * Merges other admins' changes with the typed values as soon as the changes arrive. If both sides changed a field,
   * the saved value is used and mine is in `unmerged`. If this is left out, the form stays on the version it was opened
   * with until a save fails.
   */
  mergeOnArrival?: (versions: Versions<V>) => { values: V; unmerged: Unmerged[] }
}

/** The name of a field, or of a list item's field: `pages.0.title`. */
type FieldName<V> = (keyof V & string) | `${keyof V & string}.${number}.${string}`

export function useOpened<V extends object>({ latest, names, mergeOnArrival }: Opening<V>) {
  const [base, setBase] = useState(latest)
  const [unmerged, setUnmerged] = useState<Unmerged[]>([])
  const form = useForm<V & FieldValues>({ defaultValues: latest.values as DefaultValues<V & FieldValues> })
  const values = useWatch({ control: form.control }) as V
  const isDirty = names.some((name) => !isSame(values[name], base.values[name]))
  const { errors } = form.formState

  /** Sets the values, and the state of the resource that the values are based on. */
  const rebase = (on: Opened<V>, next: V) => {
    setBase(on)
    form.reset(on.values)
    form.reset(next, { keepDefaultValues: true })
  }
  const mergeWith = (fresh: Opened<V>, from: Opened<V>, mine: V) => {
    const result = mergeOnArrival?.({ base: from.values, mine, theirs: fresh.values })
    if (!result) return
    rebase(fresh, result.values)
    setUnmerged((old) => [...old, ...result.unmerged])
  }
  const seen = useRef(latest)
  useEffect(() => {
    if (isSame(latest, seen.current)) return
    seen.current = latest
    // After a save, the form already shows the values that the server returns.
    if (isSame(latest, base)) return
    // oxlint-disable-next-line react/set-state-in-effect -- a reset of the form's store must not run while rendering
    if (isDirty) mergeWith(latest, base, form.getValues())
    else rebase(latest, latest.values)
  })

  /** Sets fields as if they were typed. */
  const change = (changes: Partial<V>) => {
    for (const [name, value] of Object.entries(changes)) {
      form.setValue(name as never, value as never, { shouldDirty: true })
      form.clearErrors(name as never)
    }
  }

  return {
    form,
    base,
    values,
    isDirty,
    unmerged,
    problems: problemsOf(errors),
    change,
    rebase,
    dismissUnmerged: () => setUnmerged([]),
    /** Marks values as saved. For values that were saved in another way than by this form. */
    markSaved: (saved: Partial<V>) =>
      rebase({ ...base, values: { ...base.values, ...saved } }, { ...form.getValues(), ...saved }),
    /** Restores values that were typed on an older state of the resource. */
    restore: (older: Opened<V>, typed: V) => {
      if (mergeOnArrival) mergeWith(latest, older, typed)
      else rebase(older, typed)
    },
    /** The props that connect an input with the form. A change removes the problem of its field. */
    register: (name: FieldName<V>) => {
      const { onChange, ...registered } = form.register(name as never)
      return {
        ...registered,
        onChange: (event: { target: unknown }) => {
          form.clearErrors(name as never)
          return onChange(event)
        },
      }
    },
  }
}

type FormError = { message?: unknown } | { [name: string]: FormError } | undefined

/** The problems by field; those of list items as `sizes.0.price`. */
function problemsOf(errors: object, path = ''): Problems {
  const entries = Object.entries(errors as Record<string, FormError>)
  return Object.fromEntries(
    entries.flatMap(([name, error]) => {
      if (!error) return []
      if (typeof error.message === 'string') return [[`${path}${name}`, error.message]]
      return Object.entries(problemsOf(error, `${path}${name}.`))
    }),
  )
}

/**
 * A `mergeOnArrival` for plain fields. A typed value that was replaced is in `unmerged`, with the label of its field.
 */
export function mergeFields<V extends object>(
  names: readonly (keyof V & string)[],
  labelOf: (name: keyof V & string) => string,
  textOf: (name: keyof V & string, value: unknown) => string = () => '',
) {
  return (versions: Versions<V>) => ({
    values: merged(names, { ...versions, isMine: () => false }),
    unmerged: differences(names, versions).flatMap(({ name, mine }) => {
      const text = typeof mine === 'string' ? mine : textOf(name, mine)
      return text === '' ? [] : [{ label: labelOf(name), text }]
    }),
  })
}
