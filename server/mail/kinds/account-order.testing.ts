/** The mails about an order of a wholesale account, with texts of people that are long. */
import type { AccountOrder } from '#shared/wholesale/api/account-orders.ts'
import { accountOrderContent } from './account-order.ts'
import type { MailContent } from './template.ts'

const AT = '2026-11-27T15:00:00.000Z'

/** One mail of each kind of news. */
export function accountOrderMails({
  origin,
  name,
  written,
}: {
  origin: string
  name: string
  written: string
}): MailContent[] {
  const order: AccountOrder = {
    _id: '0123456789abcdefghjkmn',
    number: '4GX-7QM',
    state: 'paid',
    createdAt: AT,
    company: { _id: '0123456789abcdefghjkmn', name: name },
    location: name,
    locationId: '',
    deliversOn: '2026-12-03',
    changeableUntil: AT,
    canChange: true,
    handover: 'van',
    address: '',
    roastsOn: '2026-12-02',
    poNumber: 'PO-2026-118',
    note: written,
    by: name,
    onAccount: true,
    pieces: 3,
    grams: 6804,
    lines: [{ product: '', sizeId: '', name: name, qty: 3, price: 30, sum: 90, isTaxed: true }],
    items: 90,
    shipping: 0,
    tax: 0.5,
    total: 90.5,
    history: [],
    next: 'It comes on Thu, Dec 3.',
  }
  return (['placed', 'changed', 'canceled'] as const).map((news) =>
    accountOrderContent({ order, news, origin }),
  )
}
