import { useEffect, useRef, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import styles from './subscription.module.css'
import type { SubscriptionChange } from './use-subscription-change.ts'

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
    <section className="stack-2 may-shrink break-words" aria-labelledby={`part-${name}`}>
      <div className={styles.partHead}>
        <h2 id={`part-${name}`}>{title}</h2>
        {action && !isOpen ? (
          <OpenButton name={name} forms={forms} about={title}>
            {action}
          </OpenButton>
        ) : null}
      </div>
      {isOpen ? <Opened label={`${action}: ${title}`}>{form}</Opened> : children}
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

/** The buttons below a form, and why it was not saved. */
export function FormActions({
  submit,
  change,
  close,
}: {
  submit: string
  change: SubscriptionChange
  close: () => void
}) {
  return (
    <>
      {change.error ? (
        <Alert tone="danger">
          <p>{change.error.message}.</p>
        </Alert>
      ) : null}
      <div className={styles.actions}>
        <Button type="submit" busy={change.isPending}>
          {submit}
        </Button>
        <Button look="quiet" onClick={close}>
          Close
        </Button>
      </div>
    </>
  )
}
