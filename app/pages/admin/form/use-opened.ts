/** What a form holds, on top of the state of the resource that it was opened with. */
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch, type DefaultValues, type FieldValues } from 'react-hook-form'
import type { Problems } from '../../../ui/use-problems.ts'
import { differences, isSame, merged, type Three } from './merge.ts'

/** A state of the resource as its form has it, and its version where it has one. */
export type Opened<V> = { version?: string | number; values: V }

/** Words that found no place in the form: others have written there, or the place is gone. */
export type LeftOver = { label: string; words: string }

export type Opening<V extends object> = {
  /** The resource as the shop has it now. The form follows it until something is typed. */
  latest: Opened<V>
  /** The fields that are merged and kept as drafts, in the form's order. */
  names: readonly (keyof V & string)[]
  /**
   * Merges what others saved with what is typed, as soon as it arrives: theirs stands where both changed something,
   * and mine is left over. Without it the form keeps to the version it was opened with, and the save asks.
   */
  mergeOnArrival?: (three: Three<V>) => { values: V; left: LeftOver[] }
}

/** A field, or one of a record in a list: `pages.0.title`. */
type FieldName<V> = (keyof V & string) | `${keyof V & string}.${number}.${string}`

export function useOpened<V extends object>({ latest, names, mergeOnArrival }: Opening<V>) {
  const [base, setBase] = useState(latest)
  const [left, setLeft] = useState<LeftOver[]>([])
  const form = useForm<V & FieldValues>({ defaultValues: latest.values as DefaultValues<V & FieldValues> })
  const values = useWatch({ control: form.control }) as V
  const isDirty = names.some((name) => !isSame(values[name], base.values[name]))
  const { errors } = form.formState

  /** Puts values on another state of the resource. */
  const rebase = (on: Opened<V>, onTop: V) => {
    setBase(on)
    form.reset(on.values)
    form.reset(onTop, { keepDefaultValues: true })
  }
  const arrive = (fresh: Opened<V>, from: Opened<V>, mine: V) => {
    const carried = mergeOnArrival?.({ base: from.values, mine, theirs: fresh.values })
    if (!carried) return
    rebase(fresh, carried.values)
    setLeft((old) => [...old, ...carried.left])
  }
  const seen = useRef(latest)
  useEffect(() => {
    if (isSame(latest, seen.current)) return
    seen.current = latest
    // What was saved here is known before it comes back from the shop.
    if (isSame(latest, base)) return
    // oxlint-disable-next-line react/set-state-in-effect -- a reset of the form's store must not run while rendering
    if (isDirty) arrive(latest, base, form.getValues())
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
    left,
    problems: problemsOf(errors),
    change,
    rebase,
    putAway: () => setLeft([]),
    /** Notes that these values are saved already. */
    settle: (saved: Partial<V>) =>
      rebase({ ...base, values: { ...base.values, ...saved } }, { ...form.getValues(), ...saved }),
    /** Goes back to an older state with what was typed on top of it. */
    restore: (older: Opened<V>, typed: V) => {
      if (mergeOnArrival) arrive(latest, older, typed)
      else rebase(older, typed)
    },
    /** What an input needs to be part of the form: its name, and that a change takes its problem away. */
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

function problemsOf(errors: object): Problems {
  const entries = Object.entries(errors as Record<string, { message?: string } | undefined>)
  return Object.fromEntries(entries.map(([name, error]) => [name, error?.message ?? '']))
}

/** Merges records of plain fields; texts that give way are left over under their labels. */
export function mergeFields<V extends object>(
  names: readonly (keyof V & string)[],
  labelOf: (name: keyof V & string) => string,
) {
  return (three: Three<V>) => ({
    values: merged(names, { ...three, isMine: () => false }),
    left: differences(names, three).flatMap(({ name, mine }) =>
      typeof mine === 'string' && mine !== '' ? [{ label: labelOf(name), words: mine }] : [],
    ),
  })
}
