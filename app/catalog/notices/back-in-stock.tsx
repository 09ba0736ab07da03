import { Link, useSearchParams } from 'react-router'
import { Alert } from '#app/platform/ui/alert.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { PageTitle } from '#app/platform/ui/page-title.tsx'

/** The result of the form "Tell me when it is back" on the page of a product. */
export default function BackInStock() {
  const [search] = useSearchParams()
  const sent = search.get('sent')
  return (
    <>
      <PageHead title="Tell me when it is back" hidden />
      <PageTitle title="Tell me when it is back">One email only.</PageTitle>
      {sent === 'success' ? (
        <Alert>
          Check your inbox: we have emailed you a link that confirms your address. If you are signed in with
          this address and have confirmed it, you do not need to do anything.
        </Alert>
      ) : null}
      {sent === 'fail' ? (
        <Alert tone="danger">That did not work. Go back and check your email address.</Alert>
      ) : null}
      <p>
        <Link to="/shop">Go to the shop</Link>
      </p>
    </>
  )
}
