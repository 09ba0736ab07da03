/**
 * The policy of a document is that of the page for which it was opened, and only pages with a payment may load PayPal's
 * scripts. So such a page is opened as a document of its own. A live shop loads this file.
 */
import { redirectDocument } from 'react-router'
import { mayShowPayment } from '#shared/platform/payment-pages.ts'

/** Throws a redirect to a new document if the page of a request shows a payment, and this document may not. */
export function requirePaymentDocument({ url }: Request): void {
  // The router gives no part after `#`.
  const { pathname, search } = new URL(url)
  if (!mayShowPayment(openedFor(), pathname)) throw redirectDocument(pathname + search)
}

/** The page for which this document was opened. */
function openedFor(): string {
  const [opening] = performance.getEntriesByType('navigation')
  return opening ? new URL(opening.name).pathname : ''
}
