/** What the search of the desk finds inside of pages: settings and actions, at their field or form. */
import { accessOfPage, isPartOn } from './admin-pages.ts'
import { ALL_PARTS, type OpenParts, type PartId } from './parts.ts'
import { admits, type StaffAccess, type StaffRole } from '#shared/kernel/roles.ts'

type Topic = {
  title: string
  /** The page, and after # the name of a field or the id of a heading. */
  to: string
  /** Other names by which people look for it. */
  alsoCalled: readonly string[]
  /** Who may use it, if not everyone who may open the page. */
  access?: StaffAccess
  /** The part of the shop to which it belongs, if not that of the page. */
  part?: PartId
}

const SETTINGS = '/admin/settings'

const TOPICS: readonly Topic[] = [
  {
    title: 'Opening hours',
    to: `${SETTINGS}/hours`,
    alsoCalled: ['Hours', 'Open', 'Closed', 'Holidays', 'Special days', 'Closures'],
  },
  { title: 'Vacation', to: `${SETTINGS}/vacation#isOn`, alsoCalled: ['Holiday', 'Pause orders'] },
  { title: 'Announcement', to: `${SETTINGS}/announcement`, alsoCalled: ['Banner', 'Notice'] },
  {
    title: 'Business details',
    to: `${SETTINGS}/business`,
    alsoCalled: ['Name of the shop', 'Address', 'Contact', 'Phone', 'Links', 'Music', 'Playlist'],
  },
  { title: 'Sales tax', to: `${SETTINGS}/selling#taxPercent`, alsoCalled: ['Taxes', 'VAT'] },
  {
    title: 'Hold unpaid orders',
    to: `${SETTINGS}/selling#holdMinutes`,
    alsoCalled: ['Unpaid orders', 'Reservation'],
  },
  {
    title: 'No shipping to',
    to: `${SETTINGS}/selling#excluded`,
    alsoCalled: ['Excluded states', 'Where you ship'],
  },
  {
    title: 'Returns',
    to: `${SETTINGS}/returns#policy`,
    alsoCalled: ['Return policy', 'Refund policy', 'Policy of returns'],
  },
  {
    title: 'Ways to pay',
    to: `${SETTINGS}/pay-methods`,
    alsoCalled: ['Payment methods', 'Cards', 'Venmo', 'Apple Pay', 'Google Pay', 'Pay Later'],
  },
  {
    title: 'Settings of subscriptions',
    to: `${SETTINGS}/subscribing`,
    part: 'subscriptions',
    alsoCalled: ['Subscription settings', 'Subscription discount', 'Frequencies'],
  },
  {
    title: 'Weight units',
    to: `${SETTINGS}/roasting#inPounds`,
    alsoCalled: ['Units', 'Weights', 'Pounds', 'Ounces', 'Kilograms', 'Grams', 'Metric'],
  },
  {
    title: 'Temperature units',
    to: `${SETTINGS}/roasting#inFahrenheit`,
    alsoCalled: ['Celsius', 'Fahrenheit'],
    part: 'roastery',
  },
  {
    title: 'Capacity of a roast day',
    to: `${SETTINGS}/roasting#capacity`,
    alsoCalled: ['Roast capacity', 'Batch size', 'Largest batch', 'Smallest batch'],
    part: 'roastery',
  },
  {
    title: 'Settings of wholesale orders',
    to: `${SETTINGS}/wholesale`,
    part: 'wholesale',
    alsoCalled: ['Kept for retail', 'Standing orders', 'Weekly email', 'Weekly link'],
  },
  {
    title: 'Settings of gift cards',
    to: `${SETTINGS}/gift-cards`,
    part: 'giftCards',
    alsoCalled: ['Gift card amounts', 'Gift card settings'],
  },
  {
    title: 'Boxes and sender',
    to: `${SETTINGS}/parcels`,
    alsoCalled: ['Parcels', 'Packages', 'Box sizes', 'Sender', 'Return address'],
  },
  {
    title: 'Roast days',
    to: `${SETTINGS}#roastDays`,
    alsoCalled: ['Roast calendar', 'Packing days'],
    part: 'roastery',
  },
  { title: 'Cut-off', to: `${SETTINGS}#cutOff`, alsoCalled: ['Order by', 'Cutoff'] },
  { title: 'Free shipping', to: `${SETTINGS}#freeFrom`, alsoCalled: ['Shipping prices'] },
  {
    title: 'Pickup at the bar',
    to: `${SETTINGS}#pickup`,
    alsoCalled: ['Local pickup'],
    part: 'pickup',
  },
  {
    title: 'Your second factor',
    to: '/profile/security#second-factor',
    alsoCalled: ['Second factor', 'Two-factor', '2FA', 'Authenticator', 'Passkeys', 'Password', 'MFA'],
    access: 'staff',
  },
  {
    title: 'Second factor of staff',
    to: '/admin/staff#second-factor',
    alsoCalled: ['Two-factor for staff', '2FA for staff', 'Authenticator for staff'],
  },
  {
    title: 'Download a backup',
    to: '/admin',
    alsoCalled: ['Backup', 'Back up', 'Restore'],
    access: 'owner',
  },
  {
    title: 'New order',
    to: '/admin/new-order',
    alsoCalled: ['Order by phone', 'Draft order', 'Manual order'],
  },
  { title: 'New coffee', to: '/admin/product/new-coffee', alsoCalled: ['Add coffee', 'Create coffee'] },
  { title: 'Create product', to: '/admin/productlist', alsoCalled: ['New product', 'Add product'] },
  {
    title: 'New discount code',
    to: '/admin/discounts/new/edit',
    alsoCalled: ['Add code', 'Discount code', 'Create discount', 'New coupon'],
  },
  {
    title: 'Write a newsletter',
    to: '/admin/newsletters/new/edit',
    alsoCalled: ['New newsletter', 'Newsletter', 'Create newsletter'],
  },
  {
    title: 'Invite staff',
    to: '/admin/staff#invite',
    alsoCalled: ['Invite a staff member', 'New staff', 'Add staff', 'Add employee'],
  },
  {
    title: 'Sell a gift card',
    to: '/admin/gift-cards',
    alsoCalled: ['New gift card', 'Gift card at the bar'],
  },
]

/**
 * The settings and actions that the role may open.
 * @param parts the parts of the shop that are not off
 */
export function topicsOf(role: StaffRole, parts: OpenParts = ALL_PARTS): readonly Topic[] {
  return TOPICS.filter(({ to, access, part }) => {
    const path = to.replace(/#.*/, '')
    const isOn = part ? parts[part] !== undefined : isPartOn(path, parts)
    return isOn && admits(access ?? accessOfPage(path), role)
  })
}
