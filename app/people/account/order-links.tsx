import { Link } from 'react-router'
import cup from '#imagery/photos/gallery_07.jpg?picture'
import { AccountPage } from '#app/platform/account-forms/account-page.tsx'
import styles from '#app/platform/account-forms/account-page.module.css'
import { OrderLinksForm } from '#app/platform/account-forms/email-form.tsx'

const caption = { place: 'In the cup', notes: 'an espresso, walnut' }

export default function OrderLinks() {
  return (
    <AccountPage
      title="Your guest orders"
      subtitle="Ordered without an account?"
      picture={cup}
      caption={caption}
      allowSignedIn
    >
      {() => (
        <>
          <p>
            Enter the email of your order. We will email you new links to the orders of the last 180 days.
          </p>
          <OrderLinksForm />
          <p className={`pad-top-2 rule-soft ${styles.other}`}>
            Ordered with an account? <Link to="/login?redirect=/profile">Sign in</Link>
          </p>
        </>
      )}
    </AccountPage>
  )
}
