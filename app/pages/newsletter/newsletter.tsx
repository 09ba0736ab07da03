import { Link, useSearchParams } from 'react-router'
import { newsletter } from '#shared/api/newsletter.ts'
import { urlOf } from '#shared/api/url.ts'
import { NEWS_CONSENT } from '#shared/newsletters.ts'
import { useBusiness } from '../../api/business.ts'
import { Honeypot } from '../../messages/message-form.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { EmailField } from '../../ui/field.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import styles from './newsletter.module.css'

/** The sign-up for the newsletter, and its result. The form works without JavaScript; the footer has the same form. */
export default function Newsletter() {
  const { roasters } = useBusiness()
  const [search] = useSearchParams()
  const sent = search.get('sent')
  return (
    <>
      <PageHead
        title="Newsletter"
        description={`News of ${roasters} by mail: new coffees and events.`}
        path="/newsletter"
      />
      <PageTitle title="Newsletter">New coffees and events, by mail.</PageTitle>
      <div id="result" className={styles.sheet}>
        {sent === 'success' ? (
          <>
            <Alert>
              Look into your mailbox: we have mailed you a link. When you open it and press the button, you
              are on the list. If you have subscribed already, there is no new mail.
            </Alert>
            <p>
              <Link to="/shop">Go to the shop</Link>
            </p>
          </>
        ) : (
          <SignUp problem={sent === 'fail' ? problemOf(search.get('field')) : undefined} />
        )}
      </div>
    </>
  )
}

function SignUp({ problem }: { problem: string | undefined }) {
  return (
    <form action={urlOf(newsletter.subscribe, {})} method="post" className={styles.form}>
      <p>{NEWS_CONSENT}</p>
      <EmailField problem={problem} />
      <Honeypot />
      <div>
        <Button type="submit">Subscribe</Button>
      </div>
      <p className={styles.small}>
        We mail you a link first, so that nobody can subscribe you. No tracking: we do not see whether you
        open a mail. More in our <Link to="/privacypolicy">privacy policy</Link>.
      </p>
    </form>
  )
}

function problemOf(field: string | null): string {
  return field === 'email' ? 'Enter a valid email address' : 'That did not work. Please try again later'
}
