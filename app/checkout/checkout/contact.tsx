import { Suspense, lazy, useRef, useState, type ChangeEvent, type FormEvent, type ReactNode } from 'react'
import type { UserInfo } from '#shared/people/api/users.ts'
import { fieldsIn } from '#app/platform/api/call.ts'
import { saveGuest, useGuest, type GuestDetails } from '#app/platform/session/guest.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { Loading } from '#app/platform/ui/skeleton.tsx'
import { Part, type Parts } from './parts.tsx'
import styles from './checkout.module.css'

const LoginForm = lazy(async () => ({
  default: (await import('#app/platform/account-forms/login-form.tsx')).LoginForm,
}))
const RegisterForm = lazy(async () => ({
  default: (await import('#app/platform/account-forms/register-form.tsx')).RegisterForm,
}))

type ContactProps = {
  /** Null for a guest. */
  user: UserInfo | null
  guest: GuestForm
  parts: Parts
  /** The form of the delivery, to which name and email belong while both parts are open. */
  deliveryForm: string
  /** Continues without an account after the session has ended; null if it has not. */
  goOnAsGuest: (() => void) | null
}

const FORM_ID = 'contact-form'

/** Who orders: the signed-in buyer, or a guest with name and email, who can also sign in or register here. */
export function Contact({ user, guest, parts, deliveryForm, goOnAsGuest }: ContactProps) {
  const { name, email } = user ?? guest.values
  const isAlone = !parts.isOpen('delivery')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!guest.check()) return
    goOnAsGuest?.()
    parts.go('payment')
  }
  return (
    <Part
      name="contact"
      title="Contact"
      parts={parts}
      canEdit={user === null}
      summary={
        user || guest.isComplete ? (
          <p className="break-words">
            {name}
            <br />
            {email}
          </p>
        ) : null
      }
    >
      {goOnAsGuest ? (
        <>
          <Alert tone="warning">
            You were signed out. What you typed and your cart are kept: sign in again, or continue without an
            account.
          </Alert>
          <AccountChoice known={guest.values} isSignInOpen />
        </>
      ) : null}
      <GuestFields guest={guest} formId={isAlone ? FORM_ID : deliveryForm} />
      {goOnAsGuest ? null : <AccountChoice known={guest.values} />}
      {isAlone ? (
        <form id={FORM_ID} onSubmit={submit} noValidate>
          <Button type="submit" className={styles.continue}>
            Continue
          </Button>
        </form>
      ) : null}
    </Part>
  )
}

/**
 * Signing in and registering. Each form opens in place. As soon as the visitor is signed in, the checkout continues with
 * the account and keeps what was typed. @param known what the visitor has typed as a guest
 */
function AccountChoice({ known, isSignInOpen = false }: { known: GuestDetails; isSignInOpen?: boolean }) {
  return (
    <div className="grid rule-soft rule-below">
      <Way name="I have an account" isOpen={isSignInOpen}>
        <LoginForm email={known.email} />
      </Way>
      <Way name="Make an account first">
        <RegisterForm known={known} />
      </Way>
    </div>
  )
}

/** The form is loaded when it is opened. Opening one form closes the other, because both have the same `name`. */
function Way({ name, isOpen = false, children }: { name: string; isOpen?: boolean; children: ReactNode }) {
  const [wasOpened, setOpened] = useState(isOpen)
  return (
    <Disclosure
      name="account"
      summary={name}
      className={styles.account}
      open={isOpen || undefined}
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      {wasOpened ? <Suspense fallback={<Loading what="Loading the form" />}>{children}</Suspense> : null}
    </Disclosure>
  )
}

const NAME_MAX = 100

/** The name and email of a guest. @param formId the form to which the fields belong; they are above it */
function GuestFields({ guest: { box, bind }, formId }: { guest: GuestForm; formId: string }) {
  return (
    <div ref={box} className="stack-3 halves-36 align-top">
      <Field
        label="Name"
        {...bind('name')}
        form={formId}
        maxLength={NAME_MAX}
        autoComplete="shipping name"
        required
      />
      <Field
        label="Email"
        {...bind('email')}
        form={formId}
        type="email"
        inputMode="email"
        autoComplete="email"
        hint="For the receipt and the link to your order."
        required
      />
    </div>
  )
}

type Problems = Partial<Record<keyof GuestDetails, string>>

export type GuestForm = ReturnType<typeof useGuestForm>

/** The state of a guest's name and email. Every change is stored, so that a reload loses nothing. */
export function useGuestForm() {
  const values = useGuest() ?? { name: '', email: '' }
  const [problems, setProblems] = useState<Problems>({})
  const box = useRef<HTMLDivElement>(null)

  /** Shows problems and focuses the first field that has one. Returns false if there are none. */
  const show = (found: Problems): boolean => {
    setProblems(found)
    const first = found.name ? 'name' : found.email ? 'email' : null
    if (first) box.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    return first !== null
  }

  const bind = (name: keyof GuestDetails) => ({
    name,
    value: values[name],
    problem: problems[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      saveGuest({ ...values, [name]: target.value })
      setProblems(({ [name]: _changed, ...others }) => others)
    },
  })

  /** Whether name and email can be sent. If not, shows what is missing. */
  const check = (): boolean => !show(problemsOf(values))

  /** Shows the server's problems with name and email. Returns false if the error is about something else. */
  const showRefusal = (error: Error): boolean => {
    const { 'guest.name': name, 'guest.email': email } = fieldsIn(error)
    return show({ ...(name ? { name } : {}), ...(email ? { email } : {}) })
  }

  return { values, isComplete: Object.keys(problemsOf(values)).length === 0, box, bind, check, showRefusal }
}

function problemsOf({ name, email }: GuestDetails): Problems {
  const found: Problems = {}
  if (!name.trim()) found.name = 'Enter your name'
  // The server has the exact rule.
  if (!/^[^\s@]+@[^\s@.]+\.\S+$/.test(email.trim())) found.email = 'Enter your email, such as ada@example.com'
  return found
}
