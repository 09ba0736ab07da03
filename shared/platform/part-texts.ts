/** What the parts of the shop are, for the desk. */
import type { PartId, PartState } from './parts.ts'

export const PART_TEXTS: Readonly<Record<PartId, { title: string; about: string }>> = {
  roastery: { title: 'Roastery', about: 'Green coffee, roast days, recipes, and coffee roasted to order.' },
  subscriptions: { title: 'Subscriptions', about: 'Coffee that is sent and charged regularly.' },
  giftCards: { title: 'Gift cards', about: 'Cards with an amount that buyers give and spend.' },
  discountCodes: { title: 'Discount codes', about: 'Codes that lower the price of an order.' },
  events: { title: 'Events', about: 'Cuppings and classes, with sign-ups and a waiting list.' },
  artForSale: { title: 'Art for sale', about: 'Works of the art show that visitors can buy.' },
  newsletters: { title: 'Newsletters', about: 'Mails to people who signed up for news.' },
  reviews: { title: 'Reviews', about: 'What buyers write about products, with stars.' },
  pickup: { title: 'Pickup', about: 'Orders that buyers collect at the bar.' },
  counter: { title: 'Counter', about: 'Selling goods at the bar, with a count of the cash each day.' },
  wholesale: {
    title: 'Wholesale',
    about: 'Accounts of cafes and shops, with their own prices, terms and invoices.',
  },
  accountingFiles: { title: 'Accounting files', about: 'Files of each day and month for your bookkeeping.' },
}

export const STATE_TEXTS: Readonly<Record<PartState, { title: string; about: string }>> = {
  on: { title: 'On', about: 'Offered everywhere.' },
  closing: {
    title: 'No new ones',
    about: 'Nothing new can be bought or joined. What exists is served to its end.',
  },
  off: { title: 'Off', about: 'Gone from the shop and from the desk. Its data is kept.' },
}

/** What the set-up asks, and the parts that a shop needs if it says yes. The other parts suit every shop. */
export const WORK: readonly { text: string; parts: readonly PartId[] }[] = [
  { text: 'We roast our own coffee', parts: ['roastery'] },
  { text: 'We send coffee to subscribers', parts: ['subscriptions'] },
  { text: 'People come to our bar, to pick up what they ordered and to buy', parts: ['pickup', 'counter'] },
  { text: 'We sell gift cards', parts: ['giftCards'] },
  { text: 'We hold cuppings, classes or other events', parts: ['events'] },
  { text: 'We sell art from our walls', parts: ['artForSale'] },
  { text: 'We write newsletters', parts: ['newsletters'] },
  { text: 'We sell coffee to cafes, shops or offices', parts: ['wholesale'] },
  { text: 'We or our accountant need files for the books', parts: ['accountingFiles'] },
]
