import { Link, type LoaderFunctionArgs } from 'react-router'
import emptyFrame from '#imagery/photos/gallery_11.jpg?picture'
import { askBriefly, askOnServer } from '#app/platform/api/prefetch.ts'
import { withRedirect } from '#app/platform/session/redirect.ts'
import { AccountPage } from '#app/platform/account-forms/account-page.tsx'
import styles from '#app/platform/account-forms/account-page.module.css'
import { passwordRule } from '#app/platform/account-forms/password-twice.tsx'
import { RegisterForm } from '#app/platform/account-forms/register-form.tsx'

export const loader = ({ context }: LoaderFunctionArgs) => askOnServer(context, passwordRule)
export const clientLoader = () => askBriefly(passwordRule)

const caption = { place: 'The next one', notes: 'oak, glass, your name' }

export default function Register() {
  return (
    <AccountPage
      title="Sign Up"
      subtitle="There is a frame left for you."
      picture={emptyFrame}
      caption={caption}
    >
      {(target) => (
        <RegisterForm>
          <p className={`pad-top-2 rule-soft ${styles.other}`}>
            Already have an account? <Link to={withRedirect('/login', target)}>Sign in</Link>
          </p>
        </RegisterForm>
      )}
    </AccountPage>
  )
}
