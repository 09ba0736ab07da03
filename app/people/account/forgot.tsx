import { Link } from 'react-router'
import { account } from '#shared/people/api/account.ts'
import cup from '#imagery/photos/gallery_07.jpg?picture'
import { call } from '#app/platform/api/call.ts'
import { AccountPage } from '#app/platform/account-forms/account-page.tsx'
import styles from '#app/platform/account-forms/account-page.module.css'
import { EmailForm } from '#app/platform/account-forms/email-form.tsx'

const caption = { place: 'In the cup', notes: 'an espresso, walnut' }

export default function Forgot() {
  return (
    <AccountPage
      title="Forgot your password?"
      subtitle="It happens."
      picture={cup}
      caption={caption}
      allowSignedIn
    >
      {() => (
        <EmailForm
          before={
            <p>Enter the email address of your account. We will send you a link to set a new password.</p>
          }
          send={(body) => call(account.forgot, { body })}
          submit="Send the link"
          autoComplete="username"
          missing="Enter the email of your account."
          other={
            <p className={`pad-top-2 rule-soft ${styles.other}`}>
              Remember it after all? <Link to="/login">Sign in</Link>
            </p>
          }
          otherAfter={
            <p className={`pad-top-2 rule-soft ${styles.other}`}>
              <Link to="/login">Back to the sign-in</Link>
            </p>
          }
        />
      )}
    </AccountPage>
  )
}
