import { Link } from 'react-router'
import bar from '#imagery/photos/gallery_03.jpg?picture'
import { withRedirect } from '../../session/redirect.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { AccountPage, isCheckout } from './account-page.tsx'
import styles from './account-page.module.css'
import { LoginForm } from './login-form.tsx'

const caption = { place: 'At the bar', notes: 'oak, morning light' }

export default function Login() {
  return (
    <AccountPage title="Sign In" subtitle="Pull up a stool." picture={bar} caption={caption}>
      {(target) => (
        <>
          {isCheckout(target) ? (
            <p>
              <ButtonLink to="/shipping">Check out as a guest</ButtonLink>
            </p>
          ) : null}
          <LoginForm>
            <p className={styles.other}>
              New here? <Link to={withRedirect('/register', target)}>Register</Link>
            </p>
            <p className={styles.other}>
              Ordered without an account? <Link to="/order-links">Get a link to your order</Link>
            </p>
          </LoginForm>
        </>
      )}
    </AccountPage>
  )
}
