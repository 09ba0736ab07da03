import { Link, type LoaderFunctionArgs } from 'react-router'
import emptyFrame from '#imagery/photos/gallery_11.jpg?picture'
import { askBriefly, askOnServer } from '../../api/prefetch.ts'
import { withRedirect } from '../../session/redirect.ts'
import { AccountPage } from './account-page.tsx'
import styles from './account-page.module.css'
import { passwordRule } from './password-rule.ts'
import { RegisterForm } from './register-form.tsx'

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
          <p className={styles.other}>
            Already have an account? <Link to={withRedirect('/login', target)}>Sign in</Link>
          </p>
        </RegisterForm>
      )}
    </AccountPage>
  )
}
