import { Link, useSearchParams } from 'react-router'
import { newsletter } from '#shared/content/api/newsletter.ts'
import { urlOf } from '#shared/platform/api/url.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { PageTitle } from '#app/platform/ui/page-title.tsx'
import styles from './newsletter.module.css'

/** The link contains the secret of the subscriber, so the page must not be cached or named in a Referer. */
export const headers = () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })

/**
 * Unsubscribes with the link in a newsletter, without JavaScript. Mail programs can send the same request
 * automatically.
 */
export default function Unsubscribe() {
  const [search] = useSearchParams()
  const sent = search.get('sent')
  return (
    <>
      <PageHead title="Unsubscribe" hidden />
      <PageTitle title="Unsubscribe">
        {sent === null ? 'Press the button to stop our newsletters.' : null}
      </PageTitle>
      <div className={`stack-3 ${styles.sheet}`}>
        {sent === 'success' ? (
          <Alert>You are unsubscribed. We will not email you newsletters or notices.</Alert>
        ) : null}
        {sent === 'fail' ? (
          <Alert tone="danger">
            This link is not valid. Use the link in the latest newsletter, or write to us.
          </Alert>
        ) : null}
        {sent === null ? (
          <form action={urlOf(newsletter.leave, {})} method="post" className="stack-3">
            <input type="hidden" name="link" value={search.get('link') ?? ''} />
            <div>
              <Button type="submit">Unsubscribe</Button>
            </div>
          </form>
        ) : null}
        <p>
          You will still get emails about your orders. <Link to="/">Home</Link>
        </p>
      </div>
    </>
  )
}
