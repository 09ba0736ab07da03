/**
 * The policy of a document is that of the page for which it was opened, and only pages with a payment may load PayPal's
 * scripts. So such a page is opened as a document of its own.
 */
import { redirectDocument, type MiddlewareFunction } from 'react-router'
import { mayShowPayment } from '#shared/platform/payment-pages.ts'

/** The page for which this document was opened. */
const OPENED_FOR = typeof location === 'undefined' ? '' : location.pathname

/** Loads a document if a link leads to a page with a payment, and this document may not show one. */
export const openPaymentDocument: MiddlewareFunction = ({ request }, next) => {
  const isLimited = 'limitsPayments' in document.documentElement.dataset
  // The router gives no part after `#`; no link to such a page has one.
  const { pathname, search } = new URL(request.url)
  if (isLimited && !mayShowPayment(OPENED_FOR, pathname)) throw redirectDocument(pathname + search)
  return next()
}
