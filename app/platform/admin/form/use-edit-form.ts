/**
 * The edit form of all admin pages: values in react-hook-form (decisions/034), merging with other admins' changes
 * (merge.ts), drafts, problems beside their fields, and a warning before unsaved changes are lost.
 */
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { Fields } from '#shared/platform/resources/described.ts'
import { CallError, fieldsIn } from '#app/platform/api/call.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import { focusFirst, problemOf, type Problems, type TextInput } from '#app/platform/ui/use-problems.ts'
import { isSame } from './merge.ts'
import { useDraftOffer } from './use-draft-offer.ts'
import { useOpened, type Opened, type Opening } from './use-opened.ts'
import { useBlocker, useNavigate } from 'react-router'

export type Editing<V extends object, Saved> = Opening<V> & {
  /** The key of the draft: `product:` and the id. */
  draft: string
  /** The description of the fields, for labels in messages. If it is left out, only the server's message is shown. */
  fields?: Fields
  /** The URL to go to after the save. If it is left out, the form stays open. */
  list?: string
  /** Whether the first save creates the resource. The form then closes even if something was typed after the press. */
  isNew?: boolean
  /** Whether the page has other unsaved input, such as chosen files. */
  hasOtherUnsaved?: boolean
  send: (values: V, opened: Opened<V>) => Promise<Saved>
  onSaved: (saved: Saved, sent: V) => unknown
  /** The form's name and label for the server's name of a field, which may be in a list: `sizes.0.price`. */
  fieldOf?: (name: string) => { name: string; label: string }
  /** The problems by field for an error that has no `fields` in its response; null if there are none. */
  problemsIn?: (error: Error) => Problems | null
}

// oxlint-disable-next-line typescript/no-explicit-any -- the form of any resource
export type EditForm = ReturnType<typeof useEditForm<any, any>>

/**
 * Why a save failed: another admin saved first (the server's response is included), or the resource was deleted.
 */
export type Conflict = { is: 'changed'; data: Record<string, unknown> } | { is: 'deleted' }

export function useEditForm<V extends object, Saved>(editing: Editing<V, Saved>) {
  const { draft, names, list, isNew = false, hasOtherUnsaved = false, send, onSaved } = editing
  const opened = useOpened(editing)
  const { base, values, isDirty, unmerged } = opened
  const offer = useDraftOffer(draft, opened, editing)
  const uploads = useUploads()
  const isUnsaved = hasOtherUnsaved || uploads.isSending || isDirty || unmerged.length > 0
  const leave = useUnsavedUntilSaved(isUnsaved, list, offer.deleteDraft)
  const problems = useFieldProblems(opened)
  const [failure, setFailure] = useState<{ conflict: Conflict; on: Opened<V> } | null>(null)

  const saving = useMutation({
    mutationFn: ({ edit, on }: { edit: V; on: Opened<V> }) => send(edit, on),
    onMutate: () => setFailure(null),
    onSuccess: async (saved, { edit, on }) => {
      offer.deleteDraft()
      const typed = opened.form.getValues()
      const isTyping = names.some((name) => !isSame(typed[name], edit[name]))
      // What was typed after the press is unsaved, so the form stays open.
      if (isTyping && !isNew) opened.rebase({ ...on, values: edit }, typed)
      else if (list !== undefined) leave()
      await onSaved(saved, edit)
    },
    onError: (error, { on }) => {
      problems.replaceProblems(problemsOf(error, editing), messageOf(error, editing))
      if (!(error instanceof CallError)) return
      if (error.failure === 409) setFailure({ conflict: { is: 'changed', data: error.data }, on })
      if (error.failure === 404) setFailure({ conflict: { is: 'deleted' }, on })
    },
  })

  useSaveAfterUploads(uploads, () => saving.mutate({ edit: opened.form.getValues(), on: base }))

  return {
    ...opened,
    ...problems,
    offer,
    /** Null after the form has moved to another version of the resource. */
    conflict: failure && failure.on.version === base.version ? failure.conflict : null,
    isSaving: saving.isPending || uploads.isWaiting,
    /** Call after the values were saved in another way. Deletes the draft and goes to the list without a warning. */
    finish: () => {
      offer.deleteDraft()
      leave()
    },
    onSending: uploads.onSending,
    /** Saves the current values or the given values. `on` is the state of the resource that the values are based on. */
    save: (edit: V = values, on: Opened<V> = base) => {
      if (saving.isPending) return
      if (uploads.isSending) uploads.wait()
      else saving.mutate({ edit, on })
    },
    /** Discards all changes. */
    discard: () => {
      opened.rebase(editing.latest, editing.latest.values)
      offer.deleteDraft()
    },
  }
}

/** Counts uploads, and whether the form was submitted during one. */
function useUploads() {
  const [sending, setSending] = useState(0)
  const [isWaiting, setWaiting] = useState(false)
  return {
    isSending: sending > 0,
    isWaiting,
    setWaiting,
    wait: () => {
      setWaiting(true)
      toast.success('A picture is still uploading. The form is saved after it')
    },
    /**
     * Call with true when an upload starts and with false when it ends. A save that waits is not made if a picture is not
     * stored.
     */
    onSending: (isSending: boolean, isStored: boolean) => {
      setSending((count) => count + (isSending ? 1 : -1))
      if (!isSending && !isStored) setWaiting(false)
    },
  }
}

/** Calls `save` when all uploads have ended, if the form was submitted during them. */
function useSaveAfterUploads(
  { isSending, isWaiting, setWaiting }: ReturnType<typeof useUploads>,
  save: () => void,
): void {
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => {
    if (!isWaiting || isSending) return
    setWaiting(false)
    latest.current()
  }, [isWaiting, isSending, setWaiting])
}

/** The problems of fields. Each problem is shown until its field changes. */
function useFieldProblems<V extends object>({ form, problems }: ReturnType<typeof useOpened<V>>) {
  const ref = useRef<HTMLFormElement>(null)
  const addProblems = (found: Problems) => {
    for (const [name, message] of Object.entries(found)) form.setError(name as never, { message })
  }
  return {
    problems,
    /** Replaces all problems, focuses the first field that has one, and shows `notice` in a toast. */
    replaceProblems: (found: Problems, notice?: string) => {
      if (notice) toast.error(notice)
      form.clearErrors()
      addProblems(found)
      focusFirst(ref.current, found)
    },
    formProps: {
      ref,
      // Shows the problems found by the browser's validation beside the fields, and not in the browser's bubbles.
      onInvalidCapture: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        const field = event.target as TextInput
        if (event.currentTarget.querySelector(':is(input, select, textarea):invalid') === field) field.focus()
        addProblems({ [field.name]: problemOf(field) })
      },
    },
  }
}

/** For `problemsIn`: the problems by the server's names of fields, for a form whose fields have the same names. */
export function problemsByName(error: Error): Problems | null {
  const found = fieldsIn(error)
  return Object.keys(found).length > 0 ? found : null
}

type Explaining = {
  names: readonly string[]
  fields?: Fields
  fieldOf?: (name: string) => { name: string; label: string }
  problemsIn?: (error: Error) => Problems | null
}

function problemsOf(error: Error, { names, fields, fieldOf, problemsIn }: Explaining): Problems {
  const own = problemsIn?.(error)
  if (own) return own
  if (!fields) return {}
  // A problem of a list item, such as `main_images.2`, is shown at the list.
  const nameOf = (name: string) => fieldOf?.(name).name ?? listOf(name)
  const problems = Object.entries(fieldsIn(error))
    .toReversed()
    .map(([name, text]) => [nameOf(name), text] as const)
  // The server lists the first problem last (server/platform/http/input.ts). Sorted in the order of the form, so that the first problem is also the first on the screen.
  const placeOf = (name: string) => (names.indexOf(listOf(name)) + names.length) % names.length
  return Object.fromEntries(problems.toSorted(([one], [other]) => placeOf(one) - placeOf(other)))
}

function listOf(name: string): string {
  return name.split('.')[0]!
}

/** 'Price: Enter an amount. Look at Size too'. The label is left out if the message starts with it. */
function messageOf(error: Error, explaining: Explaining): string {
  const { fields = {}, fieldOf, problemsIn } = explaining
  const problems = problemsIn?.(error) ? {} : problemsOf(error, explaining)
  const [first, ...others] = Object.keys(problems)
  if (!first) return error.message
  const labelOf = (name: string) => fields[name]?.label ?? fieldOf?.(name).label ?? name
  const problem = problems[first]!
  const isNamed = problem.toLowerCase().startsWith(labelOf(first).toLowerCase())
  const also = others.length === 0 ? '' : `. Look at ${others.map(labelOf).join(', ')} too`
  return `${isNamed ? problem : `${labelOf(first)}: ${problem}`}${also}`
}

const QUESTION = 'You have unsaved changes. Leave without saving them?'

/**
 * Asks before a link or the Back button leaves the page. Also makes the browser ask before the tab is closed.
 * @param onLeave runs if the user leaves without saving
 */
function useUnsaved(isUnsaved: boolean, onLeave?: () => void): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    if (!window.confirm(QUESTION)) return blocker.reset()
    onLeave?.()
    blocker.proceed()
  }, [blocker, onLeave])
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
}

/**
 * Like `useUnsaved`, for a form that goes to `list` after a save. Call the returned function after the save.
 * @param list the URL of the list; if it is left out, the form stays open and later changes are protected too
 */
function useUnsavedUntilSaved(
  isUnsaved: boolean,
  list: string | undefined,
  onLeave?: () => void,
): () => void {
  const navigate = useNavigate()
  const [isSaved, setSaved] = useState(false)
  useUnsaved(isUnsaved && !isSaved, onLeave)
  useEffect(() => {
    // Runs after the form is no longer unsaved, so that the navigation is not blocked.
    if (isSaved && list !== undefined) void navigate(list)
  }, [isSaved, navigate, list])
  return () => setSaved(true)
}
