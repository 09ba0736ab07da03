import { Link } from 'react-router'
import bar from '#imagery/photos/gallery_03.jpg?picture'
import { hasDrafts } from '#app/platform/session/has-drafts.ts'
import { withRedirect } from '#app/platform/session/redirect.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { useHydrated } from '#app/platform/ui/use-hydrated.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { AccountPage, isCheckout } from '#app/platform/account-forms/account-page.tsx'
import styles from '#app/platform/account-forms/account-page.module.css'
import { LoginForm } from '#app/platform/account-forms/login-form.tsx'

const caption = { place: 'At the bar', notes: 'oak, morning light' }

export default function Login() {
  const wasSignedOut = useHydrated() && hasDrafts()
  return (
    <AccountPage title="Sign In" subtitle="Pull up a stool." picture={bar} caption={caption}>
      {(target) => (
        <>
          {target.startsWith('/admin') && wasSignedOut ? (
            <Alert>You were signed out. What you typed is kept in this tab. Sign in to continue.</Alert>
          ) : null}
          {isCheckout(target) ? (
            <p>
              <ButtonLink to="/checkout">Check out as a guest</ButtonLink>
            </p>
          ) : null}
          <LoginForm>
            <p className={`pad-top-2 rule-soft ${styles.other}`}>
              New here? <Link to={withRedirect('/register', target)}>Register</Link>
            </p>
            <p className={`pad-top-2 rule-soft ${styles.other}`}>
              Ordered without an account? <Link to="/order-links">Get a link to your order</Link>
            </p>
          </LoginForm>
        </>
      )}
    </AccountPage>
  )
}
