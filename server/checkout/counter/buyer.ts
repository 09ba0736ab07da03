/** For whom staff place an order. */
import type { CounterPerson } from '#shared/checkout/api/counter.ts'
import { Refusal, badRequest, notFound } from '#server/kernel/errors.ts'
import { newGuest, type Buyer } from '#server/platform/sessions/guests.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'

const NAMELESS = 'Customer at the counter'

/**
 * The buyer that staff named, never the staff. An account whose email is not confirmed is a guest with its email: someone else
 * may own the address, and gets the mails. Throws 400, 403, and 404 for an unknown account.
 */
export async function buyerOf(
  shop: Shop,
  staff: SignedIn,
  via: 'phone' | 'counter',
  { user: id, name, email }: CounterPerson,
): Promise<Buyer> {
  if (id === undefined) {
    if (via === 'phone' && name === '')
      throw new Refusal(400, 'Enter the name of the buyer', { field: 'name' })
    return newGuest({ name: name || NAMELESS, email })
  }
  // Staff of the bar do not see who has an account.
  if (!staff.isAdmin) throw new Refusal(403, 'Only an admin may order for an account')
  const account = await shop.db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'confirmed_email'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!account) throw notFound('User')
  const isConfirmed = account.confirmed_email === account.email
  if (!isConfirmed) return newGuest(account)
  return { ...newGuest(account), ...NO_SESSION, _id: account.id }
}

/** The buyer is not the caller. */
const NO_SESSION = { tokenHash: '', authAt: '', isLimited: false }

/** Throws 400 if nothing can be mailed to the buyer. */
export function requireEmail({ email }: { email: string }): void {
  if (email === '') throw new Refusal(400, 'Enter the email to which the link goes', { field: 'email' })
}

/** Throws 403 if this member of staff may not place an order in this way. */
export function requireMayPlace(
  staff: SignedIn,
  { via, discount }: { via: 'phone' | 'counter'; discount?: object | null | undefined },
): void {
  if (staff.isAdmin) return
  if (via === 'phone') throw new Refusal(403, 'Only an admin may place orders by phone')
  if (discount)
    throw new Refusal(403, 'Only an admin may give a discount. Ask a manager', { code: 'discount' })
}

/** Throws 400 for a subscription: its buyer agrees to its terms in the checkout. */
export function requireNoSubscription(lines: readonly { subscribe?: unknown }[]): void {
  if (lines.some(({ subscribe }) => subscribe))
    throw badRequest('A subscription is bought in the checkout, where its buyer agrees to the terms')
}
