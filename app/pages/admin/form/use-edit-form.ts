/**
 * The one mechanism of the admin's forms: what is typed, by react-hook-form (decisions/035); what others save
 * meanwhile, by merge.ts; drafts; problems beside their fields; and a question before unsaved input is lost.
 */
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import type { Fields } from '#shared/resources/described.ts'
import { CallError, fieldsIn } from '../../../api/call.ts'
import { toast } from '../../../ui/toast.tsx'
import { focusFirst, problemOf, type Problems, type TextInput } from '../../../ui/use-problems.ts'
import { useUnsavedUntilSaved } from './unsaved.ts'
import { useDraftOffer } from './use-draft-offer.ts'
import { useOpened, type Opened, type Opening } from './use-opened.ts'

export type Editing<V extends object, Saved> = Opening<V> & {
  /** What the draft is kept under: `product:` and its id. */
  draft: string
  /** Whose labels name fields in messages; without it a failure is said in the server's words alone. */
  fields?: Fields
  /** Where to go once it is saved; without it the form stays. */
  list?: string
  /** Something else here would be lost by going away, such as a picture that is still being sent. */
  isElseUnsaved?: boolean
  send: (values: V, opened: Opened<V>) => Promise<Saved>
  onSaved: (saved: Saved, sent: V) => unknown
  /** What a failure says about fields, where the server names none. */
  problemsIn?: (error: Error) => Problems | null
}

/** What stands between a form and its save: others saved first, and the server's answer, or it was deleted. */
export type Obstacle = { is: 'changed'; data: Record<string, unknown> } | { is: 'deleted' }

export function useEditForm<V extends object, Saved>(editing: Editing<V, Saved>) {
  const { draft, list, isElseUnsaved = false, send, onSaved } = editing
  const opened = useOpened(editing)
  const { base, values, isDirty, left } = opened
  const offer = useDraftOffer(draft, opened, editing)
  const [sending, setSending] = useState(0)
  const isUnsaved = isElseUnsaved || sending > 0 || isDirty || left.length > 0
  const leave = useUnsavedUntilSaved(isUnsaved, list, offer.drop)
  const problems = useFieldProblems(opened)
  const [met, setMet] = useState<{ by: Obstacle; on: Opened<V> } | null>(null)

  const saving = useMutation({
    mutationFn: ({ edit, on }: { edit: V; on: Opened<V> }) => send(edit, on),
    onMutate: () => setMet(null),
    onSuccess: async (saved, { edit }) => {
      offer.drop()
      if (list !== undefined) leave()
      await onSaved(saved, edit)
    },
    onError: (error, { on }) => {
      problems.complain(toldProblems(error, editing), messageOf(error, editing))
      if (!(error instanceof CallError)) return
      if (error.failure === 409) setMet({ by: { is: 'changed', data: error.data }, on })
      if (error.failure === 404) setMet({ by: { is: 'deleted' }, on })
    },
  })

  return {
    ...opened,
    ...problems,
    offer,
    /** Null once the form goes on from another version. */
    obstacle: met && met.on.version === base.version ? met.by : null,
    isSaving: saving.isPending,
    /** Gives up the draft and the protection, and goes to the list: what is here was saved elsewhere. */
    finish: () => {
      offer.drop()
      leave()
    },
    /** Counts what is being sent: a save has to wait for it. */
    onSending: (isSending: boolean) => setSending((count) => count + (isSending ? 1 : -1)),
    /** Saves what the form holds, or other values; `on` another state of the resource. */
    save: (edit: V = values, on: Opened<V> = base) => {
      if (saving.isPending) return
      if (sending > 0) return toast.error('A picture is still being sent. Please wait a moment')
      saving.mutate({ edit, on })
    },
    /** Forgets all that was typed. */
    discard: () => {
      opened.rebase(editing.latest, editing.latest.values)
      offer.drop()
    },
  }
}

/** What is wrong, beside each field until that field is changed. */
function useFieldProblems<V extends object>({ form, problems }: ReturnType<typeof useOpened<V>>) {
  const ref = useRef<HTMLFormElement>(null)
  const say = (found: Problems) => {
    for (const [name, message] of Object.entries(found)) form.setError(name as never, { message })
  }
  return {
    problems,
    /** Shows these problems and no others, with a notice, and moves the focus to the first field that has one. */
    complain: (found: Problems, notice?: string) => {
      if (notice) toast.error(notice)
      form.clearErrors()
      say(found)
      focusFirst(ref.current, found)
    },
    formProps: {
      ref,
      // The browser's own checks stand beside the fields instead of in a bubble that goes away.
      onInvalidCapture: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        const field = event.target as TextInput
        if (event.currentTarget.querySelector(':is(input, select, textarea):invalid') === field) field.focus()
        say({ [field.name]: problemOf(field) })
      },
    },
  }
}

type Telling = { fields?: Fields; problemsIn?: (error: Error) => Problems | null }

function toldProblems(error: Error, { fields, problemsIn }: Telling): Problems {
  const own = problemsIn?.(error)
  if (own) return own
  // An item of a list is named as `main_images.2`; what is wrong with it is said of the list.
  const found = Object.entries(fieldsIn(error)).map(([name, words]) => [name.split('.')[0]!, words] as const)
  const told = Object.fromEntries(found)
  // In the form's order, so that the first is the first on screen.
  return fields ? inOrder(told, [...Object.keys(fields), ...Object.keys(told)]) : {}
}

function inOrder(told: Problems, names: string[]): Problems {
  return Object.fromEntries([...new Set(names)].flatMap((name) => (told[name] ? [[name, told[name]]] : [])))
}

/** 'Price: Enter an amount. Look at Size too', but only 'Name is required'. */
function messageOf(error: Error, telling: Telling): string {
  const { fields = {}, problemsIn } = telling
  const told = problemsIn?.(error) ? {} : toldProblems(error, telling)
  const [first, ...others] = Object.keys(told)
  if (!first) return error.message
  const labelOf = (name: string) => fields[name]?.label ?? name
  const problem = told[first]!
  const isNamed = problem.toLowerCase().startsWith(labelOf(first).toLowerCase())
  const also = others.length === 0 ? '' : `. Look at ${others.map(labelOf).join(', ')} too`
  return `${isNamed ? problem : `${labelOf(first)}: ${problem}`}${also}`
}
