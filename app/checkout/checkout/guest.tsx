import { Suspense, lazy, useState, type ReactNode, type ChangeEvent, type RefObject } from 'react'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { Loading } from '#app/platform/ui/skeleton.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { fieldsIn } from '#app/platform/api/call.ts'
import { saveGuest, useGuest, type GuestDetails } from '#app/platform/session/guest.ts'
import { focusFirst } from '#app/platform/ui/use-problems.ts'
import styles from './shipping.module.css'

const LoginForm = lazy(async () => ({
  default: (await import('#app/platform/account-forms/login-form.tsx')).LoginForm,
}))
const RegisterForm = lazy(async () => ({
  default: (await import('#app/platform/account-forms/register-form.tsx')).RegisterForm,
}))

/**
 * Signing in and registering on the first screen of the checkout. Each form opens in place. As soon as the visitor is
 * signed in, the screen continues with the account and keeps the typed address.
 */
export function AccountChoice() {
  return (
    <div className={styles.accounts}>
      <Way name="I have an account">
        <LoginForm />
      </Way>
      <Way name="Make an account first">
        <RegisterForm />
      </Way>
    </div>
  )
}

/** The form is loaded when it is opened. Opening one form closes the other, because both have the same `name`. */
function Way({ name, children }: { name: string; children: ReactNode }) {
  const [wasOpened, setOpened] = useState(false)
  return (
    <Disclosure
      name="account"
      summary={name}
      className={styles.account}
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      {wasOpened ? <Suspense fallback={<Loading what="Loading the form" />}>{children}</Suspense> : null}
    </Disclosure>
  )
}

const NAME_MAX = 100

/** The name and email of a guest. @param formId the form to which the fields belong; they are above it */
export function GuestFields({ guest, formId }: { guest: GuestForm; formId: string }) {
  return (
    <div className={styles.guest}>
      <Field
        label="Name"
        {...guest.bind('name')}
        form={formId}
        maxLength={NAME_MAX}
        autoComplete="shipping name"
        required
      />
      <Field
        label="Email"
        {...guest.bind('email')}
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

/** The state of a guest's name and email at the checkout. Every change is stored, so that a reload loses nothing. */
export function useGuestForm(formRef: RefObject<HTMLFormElement | null>) {
  const values = useGuest() ?? { name: '', email: '' }
  const [problems, setProblems] = useState<Problems>({})

  /** Shows problems and focuses the first field that has one. Returns false if there are none. */
  const show = (found: Problems): boolean => {
    setProblems(found)
    focusFirst(formRef.current, found)
    return Object.keys(found).length > 0
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
  const check = (): boolean => {
    const found: Problems = {}
    if (!values.name.trim()) found.name = 'Enter your name'
    // The server has the exact rule.
    if (!/^[^\s@]+@[^\s@.]+\.\S+$/.test(values.email.trim()))
      found.email = 'Enter your email, such as ada@example.com'
    return !show(found)
  }

  /** Shows the server's problems with name and email. Returns false if the error is about something else. */
  const showRefusal = (error: Error): boolean => {
    const { 'guest.name': name, 'guest.email': email } = fieldsIn(error)
    return show({ ...(name ? { name } : {}), ...(email ? { email } : {}) })
  }

  return { bind, check, showRefusal }
}
