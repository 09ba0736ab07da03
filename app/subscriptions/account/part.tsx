import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent, type ReactNode, type RefObject } from 'react'
import { useSearchParams } from 'react-router'
import type { ChangedSubscription, Subscription } from '#shared/subscriptions/api/subscription.ts'
import { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { CallError, isConflict, isNotFound } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import { useIsMounted } from '#app/platform/ui/use-is-mounted.ts'
import styles from './subscription.module.css'

/** The name of the open form. It is in the URL (`?change=`), so that Back closes the form. Empty if no form is open. */
export function useOpenForm() {
  const [query, setQuery] = useSearchParams()
  return {
    open: query.get('change') ?? '',
    show: (name: string) => setQuery({ change: name }, { preventScrollReset: true }),
    close: () => setQuery({}, { replace: true, preventScrollReset: true }),
  }
}

export type OpenForm = ReturnType<typeof useOpenForm>

type PartProps = {
  title: string
  /** The name of the form. */
  name: string
  forms: OpenForm
  /** The text of the button that opens the form; none if the subscription cannot be changed. */
  action?: string | undefined
  /** Shown instead of the content while the form is open. */
  form: ReactNode
  children: ReactNode
}

/** A part of the page with a button that opens a form in its place. */
export function Part({ title, name, forms, action, form, children }: PartProps) {
  const isOpen = forms.open === name && action !== undefined
  return (
    <Block
      title={title}
      id={`part-${name}`}
      button={
        action && !isOpen ? (
          <OpenButton name={name} forms={forms} about={title}>
            {action}
          </OpenButton>
        ) : null
      }
    >
      {isOpen ? <Opened label={`${action}: ${title}`}>{form}</Opened> : children}
    </Block>
  )
}

/** A part of the page with its heading. */
export function Block({
  title,
  id,
  button = null,
  children,
}: {
  title: string
  id: string
  button?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="stack-2 may-shrink break-words" aria-labelledby={id}>
      <div className={styles.partHead}>
        <h2 id={id}>{title}</h2>
        {button}
      </div>
      {children}
    </section>
  )
}

/** A button that opens a form. It gets the focus again when the form is closed. */
export function OpenButton({
  name,
  forms,
  about,
  look = 'quiet',
  children,
}: {
  name: string
  forms: OpenForm
  /** What the form changes, for screen readers. */
  about?: string
  look?: 'quiet' | 'line' | 'solid'
  children: string
}) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (lastClosed === name) button.current?.focus()
    if (lastClosed === name) lastClosed = ''
  }, [name])
  return (
    <Button
      ref={button}
      look={look}
      aria-label={about ? `${children}: ${about}` : undefined}
      onClick={() => forms.show(name)}
    >
      {children}
    </Button>
  )
}

/** The form that was closed last. Its button gets the focus when it is shown again. */
let lastClosed = ''

/** An open form. It gets the focus, so that keyboard and screen reader users continue there. */
export function Opened({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [query] = useSearchParams()
  const name = query.get('change') ?? ''
  useEffect(() => {
    box.current?.focus()
    return () => {
      lastClosed = name
      // Only a button that appears with this change gets the focus. On a later visit, no button gets it.
      setTimeout(() => (lastClosed = ''))
    }
  }, [name])
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="group"
      aria-label={label}
      className={`pad-3 box-soft mat ${styles.opened}`}
    >
      {children}
    </div>
  )
}

export type FormProps = { of: Subscription; close: () => void }

/** A form that changes the subscription, with its buttons, and why it was not saved. */
export function ChangeForm({
  of,
  close,
  submit,
  change,
  children,
  ...form
}: FormProps & {
  /** The text of the button. */
  submit: string
  /** What to send; null if there is nothing to send. */
  change: () => Change | null
  children: ReactNode
  ref?: RefObject<HTMLFormElement | null>
  /** Set if the form itself says what is missing. */
  noValidate?: boolean
}) {
  const changing = useSubscriptionChange(of, close)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = change()
    if (wanted) changing.mutate(wanted)
  }
  return (
    <form {...form} className={`stack-3 measure-form ${styles.form}`} onSubmit={onSubmit}>
      {children}
      {changing.error ? (
        <Alert tone="danger">
          <p>{changing.error.message}.</p>
        </Alert>
      ) : null}
      <div className={styles.actions}>
        <Button type="submit" busy={changing.isPending}>
          {submit}
        </Button>
        <Button look="quiet" onClick={close}>
          Close
        </Button>
      </div>
    </form>
  )
}

type Change = {
  /** @param version of the subscription that the form shows */
  send: (version: number) => Promise<ChangedSubscription>
  /** The subscription that the page shows until the reply arrives, for changes that affect no date and no amount. */
  guess?: Partial<Subscription>
}

/**
 * A form sends the version with which it was opened, so that it does not overwrite a change of another tab. If the
 * server refuses an old version, the buyer sees the new state and can send the form again.
 * @param onDone closes the form after a success. A form shows its error itself (`ChangeForm`).
 */
export function useSubscriptionChange({ _id: id, version }: Subscription, onDone?: () => void) {
  const client = useQueryClient()
  const [seen, setSeen] = useState(version)
  // A buyer who has closed the form before the reply may have opened another one, which must stay open.
  const isOpen = useIsMounted()
  const { queryKey } = ask(subscriptions.one, { params: { id } })
  return useMutation({
    mutationFn: ({ send }: Change) => send(seen),
    onMutate: async ({ guess }) => {
      toast.dropErrors()
      // An answer that was requested before the change must not replace the guess.
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      if (guess && before) client.setQueryData(queryKey, { ...before, ...guess })
      return before
    },
    onSuccess: ({ subscription, message }) => {
      client.setQueryData(queryKey, subscription)
      toast.success(message)
      if (isOpen()) onDone?.()
    },
    onError: (error, { guess }, before) => {
      if (guess && before) client.setQueryData(queryKey, before)
      if (!onDone || !isOpen()) toast.error(error.message)
      if (error instanceof CallError && typeof error.data.version === 'number') setSeen(error.data.version)
      // Another device or tab changed the subscription, or the shop made a delivery.
      if (isConflict(error) || isNotFound(error)) void refresh(client, 'subscriptions')
    },
  })
}
