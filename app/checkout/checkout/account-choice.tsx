import { Suspense, lazy, useState, type ReactNode } from 'react'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { Loading } from '#app/platform/ui/skeleton.tsx'
import styles from './account-choice.module.css'

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
    <div className={styles.choice}>
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
      className={styles.way}
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      {wasOpened ? <Suspense fallback={<Loading what="Loading the form" />}>{children}</Suspense> : null}
    </Disclosure>
  )
}
