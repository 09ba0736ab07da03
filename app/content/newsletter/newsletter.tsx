import { useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { newsletter } from '#shared/content/api/newsletter.ts'
import { urlOf } from '#shared/platform/api/url.ts'
import { newsConsent, newsTopics } from '#shared/platform/newsletters.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { Honeypot } from '#app/platform/messages/message-form.tsx'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { EmailField } from '#app/platform/ui/field.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { PageTitle } from '#app/platform/ui/page-title.tsx'
import styles from './newsletter.module.css'

/** The sign-up for the newsletter, and its result. The form works without JavaScript; the footer has the same form. */
export default function Newsletter() {
  const { roasters, parts } = useBusiness()
  const [search] = useSearchParams()
  const sent = search.get('sent')
  return (
    <>
      <PageHead
        title="Newsletter"
        description={`News of ${roasters} by email: new ${newsTopics(parts)}.`}
        path="/newsletter"
      />
      <PageTitle title="Newsletter">New {newsTopics(parts)}, by email.</PageTitle>
      <div id="result" className={`stack-3 ${styles.sheet}`}>
        {sent === 'success' ? (
          <>
            <Alert>
              Check your inbox: we have emailed you a link. Open it and press the button to subscribe. If you
              have already subscribed, you do not get another email.
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
  const { parts } = useBusiness()
  const form = useRef<HTMLFormElement>(null)
  const isRefused = problem !== undefined
  useEffect(() => {
    if (isRefused) fillFromFragment(form.current!.elements.namedItem('email') as HTMLInputElement)
  }, [isRefused])
  return (
    <form ref={form} action={urlOf(newsletter.subscribe, {})} method="post" className="stack-3">
      <p>{newsConsent(parts)}</p>
      <EmailField problem={problem} />
      <Honeypot />
      <div>
        <Button type="submit">Subscribe</Button>
      </div>
      <p className="small">
        First we email you a link, so that no one else can subscribe you. We do not track whether you open an
        email. See our <Link to="/privacypolicy">privacy policy</Link>.
      </p>
    </form>
  )
}

/** Puts the refused address back into the field, and removes it from the URL, so that the history does not contain it. */
function fillFromFragment(field: HTMLInputElement): void {
  const { hash, pathname, search } = window.location
  const typed = new URLSearchParams(hash.slice(1)).get('email')
  if (!typed) return
  window.history.replaceState(window.history.state, '', pathname + search)
  if (field.value === '') field.value = typed
  if (document.activeElement === document.body) field.focus()
}

function problemOf(field: string | null): string {
  return field === 'email' ? 'Enter a valid email address' : 'That did not work. Please try again later'
}
