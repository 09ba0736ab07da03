/** What goes wrong during the year: services fail, cards are declined, methods are removed, and people change their minds. */
import type { FaultKind } from '#sandbox/server.ts'
import { NoResponse } from '../caller.ts'
import { withDatabase } from '../consistency.ts'
import { ownerOf, type Instance, type Site } from './site.ts'

/** `hang` is rare, because each of its calls takes the whole time limit of the shop. */
const FAULT_KINDS: FaultKind[] = ['refuse', 'error', 'busy', 'wrong-page', 'drop', 'garbage']
/** Parts of all subscriptions, per day. */
const PER_DAY = { declined: 0.004, pending: 0.002, removed: 0.0002, changed: 0.006 }
/** A declined method works again after at most this many days; some subscriptions are paused before. */
const DECLINED_DAYS = 11

const random = (below: number) => Math.floor(Math.random() * below)
export const chance = (part: number) => Math.random() < part

/** Makes some calls of the next work fail. */
export function failServices({ sandboxes, done }: Site): void {
  const sandbox = chance(0.7) ? sandboxes.paypal : sandboxes.shippo
  const kind = chance(0.05) ? 'hang' : FAULT_KINDS[random(FAULT_KINDS.length)]!
  sandbox.addFault({ kind, times: kind === 'hang' ? 1 : 1 + random(8) })
  done.outages += 1
}

export function repairServices({ sandboxes }: Site): void {
  sandboxes.paypal.clearFaults()
  sandboxes.shippo.clearFaults()
}

export type Declined = { token: string; until: number }

/** Changes what PayPal does with the charges of some payment methods, and ends what was changed long ago. */
export function changeMethods(site: Site, declined: Declined[]): Declined[] {
  const { paypal } = site.sandboxes
  const count = site.subscriptions.length
  const some = (part: number) =>
    Array.from({ length: Math.floor(count * part + Math.random()) }, () => `saved-${random(count)}`)
  const changed = [
    ...some(PER_DAY.declined).map((token) => ({ token, next: 'INSTRUMENT_DECLINED' as const })),
    ...some(PER_DAY.pending).map((token) => ({ token, next: 'pending' as const })),
  ]
  for (const { token, next } of changed) paypal.setNextCharges(token, next)
  for (const token of some(PER_DAY.removed)) paypal.removeAtPaypal(token)
  for (const { token } of declined.filter(({ until }) => until <= site.days))
    paypal.setNextCharges(token, 'accept')
  return [
    ...declined.filter(({ until }) => until > site.days),
    ...changed.map(({ token }) => ({ token, until: site.days + 1 + random(DECLINED_DAYS) })),
  ]
}

/** Lets all saved methods accept charges again. */
export function acceptAll({ sandboxes: { paypal } }: Site): void {
  for (const { id, next } of paypal.savedMethods()) if (next !== 'accept') paypal.setNextCharges(id, 'accept')
}

/** Ends the reviews of pending captures while the shop is down, so that the shop gets no webhook. */
export async function endReviews({ place, sandboxes: { paypal } }: Site): Promise<void> {
  const rows = await withDatabase(place, (db) =>
    db.selectFrom('payments').select('provider_order_id').where('state', '=', 'pending').execute(),
  )
  for (const { provider_order_id: id } of rows)
    if (id !== null) paypal.review(id, chance(0.3) ? 'DECLINED' : 'COMPLETED')
}

/** Some subscriptions are skipped, paused, resumed or canceled while the deliveries of the day are made. */
export async function changeMinds(site: Site, instance: Instance): Promise<void> {
  const count = Math.floor(site.subscriptions.length * PER_DAY.changed + Math.random())
  try {
    for (let each = 0; each < count; each++) {
      if (!instance.shop) return
      await changeMind(site, instance, site.subscriptions[random(site.subscriptions.length)]!)
    }
  } catch (error) {
    // The instance was killed.
    if (!(error instanceof NoResponse)) site.wrong.push(String(error))
  }
}

async function changeMind(site: Site, instance: Instance, id: string): Promise<void> {
  const owner = ownerOf(site, instance)
  const path = `/api/subscriptions/${id}`
  const { status, body } = await owner.get(path)
  if (status !== 200) {
    site.wrong.push(`${path} returned ${status}`)
    return
  }
  const change = changeFor(body)
  if (!change) return
  // The change can take effect even if the shop is killed before it answers.
  site.changed.add(id)
  const answer = await owner.post(`${path}/${change.verb}`, change.body)
  if (answer.status === 200) site.done.changes += 1
  // By now another delivery is the next one, or PayPal is down.
  else if (answer.status !== 409 && answer.status !== 503)
    site.wrong.push(`${change.verb} of a subscription returned ${answer.status} ${answer.text.slice(0, 200)}`)
}

type Seen = { status: string; next: { number: number } | null; paymentMethod: unknown }

function changeFor({ status, next, paymentMethod }: Seen): { verb: string; body: unknown } | null {
  if (status === 'paused' || (status === 'failed' && paymentMethod !== null))
    return { verb: 'resume', body: {} }
  if (status !== 'active') return null
  if (chance(0.08)) return { verb: 'cancel', body: { reason: 'other' } }
  if (chance(0.3)) return { verb: 'pause', body: { until: null } }
  return next && { verb: 'skip', body: { number: next.number } }
}
