/** Changes that staff make in the name of a subscriber: the change log and an email say what was before and what is now. */
import type { Change } from '#shared/platform/api/change-log.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import { frequencyText, type SubscriptionStatus } from '#shared/platform/subscriptions.ts'
import type { SubscriptionRow } from '#server/kernel/db/schema.ts'
import { subscriptionMail } from '#server/platform/outbox/subscription-mail.ts'
import { logChange, shortened } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { Changing, Outcome, Work } from './changing.ts'
import { lineCents, readItems } from './items.ts'
import { itemText, methodOf } from './read.ts'

/** Makes a change, and in its transaction writes the line of the change log and queues the mail. */
export async function changeForBuyer(changing: Changing, admin: SignedIn, work: Work): Promise<Outcome> {
  const { tx, shop, row } = changing
  const before = await factsOf(changing, row)
  const outcome = await work(changing)
  const after = await factsOf(changing, { ...row, ...outcome.patch })
  const changes = differencesOf(before, after)
  const logged = (outcome.logged ?? []).filter((each) => each.before !== each.after)
  if (changes.length + logged.length === 0) return outcome
  // The log first has the sentence that the subscriber would read.
  const done = { field: 'Done', before: '', after: outcome.message }
  await logChange(tx, shop, admin, {
    subject: 'subscription',
    id: row.id,
    name: row.buyer_name,
    action: 'Changed for the buyer',
    changes: [done, ...logged, ...changes.map(inShort)],
  })
  if (changes.length > 0 && !outcome.isMailed) {
    const about = { number: row.next_number, changes, key: row.version }
    await subscriptionMail(tx, shop, 'subscription-changed', row, about).execute()
  }
  return outcome
}

function inShort({ field, before, after }: Change): Change {
  return { field, before: shortened(before), after: shortened(after) }
}

const STATUS_TEXTS: Partial<Record<SubscriptionStatus, string>> = {
  active: 'Active',
  paused: 'Paused',
  failed: 'Paused, because payments failed',
  canceled: 'Canceled',
}

/** What a subscriber can see and change, as text. */
async function factsOf({ tx, shop, plan }: Changing, row: SubscriptionRow): Promise<Record<string, string>> {
  const items = await readItems(shop, [row.id], tx)
  const method = await methodOf(tx, row)
  const days = row.next_on === null ? null : plan.daysOf(row.next_on)
  const chargedOn = days?.chargeAt.day ?? nowAt(shop.clock).day
  const coffee = items.map((item) => {
    const price = formatCents(lineCents({ ...item, qty: 1 }, row.discount_percent, chargedOn))
    return `${itemText(item)}, ${price} each${item.is_once ? ', once' : ''}`
  })
  const { address, address2, city, ship_state: state, postal_code: postalCode } = row
  const place = [address, address2, city, `${state} ${postalCode}`].filter((line) => line.trim() !== '')
  const to = [row.recipient ?? row.buyer_name, ...place, row.phone].filter(Boolean)
  return {
    Status: STATUS_TEXTS[row.status] ?? row.status,
    Coffee: coffee.join('\n'),
    'How often': frequencyText(row.weeks),
    [plan.calendar.roasts === false ? 'Next packing day' : 'Next roast day']: days
      ? formatDate(days.roastsOn, 'weekday')
      : 'None planned',
    'Delivered to': row.is_pickup ? 'Pickup at the bar' : to.join(', '),
    'Gift note': row.gift_note === null ? 'No gift' : row.gift_note || 'A gift without a note',
    'Paid with': method ? `PayPal ${method.label}`.trim() : 'No payment method',
  }
}

function differencesOf(before: Record<string, string>, after: Record<string, string>): Change[] {
  return Object.entries(after).flatMap(([field, text]) =>
    before[field] === text ? [] : [{ field, before: before[field] ?? '', after: text }],
  )
}
