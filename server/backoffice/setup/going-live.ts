/** What is missing before the shop takes real orders. Most items are computed; what only people know is a mark. */
import {
  GOING_LIVE_ITEMS,
  MARKED_ITEMS,
  type goingLive,
  type GoingLive,
  type GoingLiveItem,
  type MarkedItem,
} from '#shared/backoffice/api/going-live.ts'
import type { Notifying } from '#shared/backoffice/api/service-webhooks.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { hasTestedMail } from '#server/mail/sending/test-mail.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import type { Shop } from '#server/platform/shop.ts'
import { modesOf, NOT_LIVE, type ServiceMode } from '../services/mode.ts'
import { knownWebhook, reachableOrigin } from '../services/own-webhook.ts'
import { picturesOf } from '../services/storage.ts'
import { setMark } from './setup.ts'

const markOf = (item: MarkedItem) => `live:${item}`

/** The items that the shop checks: what is missing, or null if nothing is. */
type Checks = Record<Exclude<GoingLiveItem, MarkedItem>, string | null>

async function listOf(shop: Shop): Promise<GoingLive> {
  const checks = await checksOf(shop)
  const marks = await shop.db.selectFrom('setup_marks').selectAll().execute()
  const items = GOING_LIVE_ITEMS.map((item) => {
    if (!isMarked(item)) return { item, isDone: checks[item] === null, note: checks[item] ?? '' }
    const mark = marks.find((each) => each.mark === markOf(item))
    if (!mark) return { item, isDone: false, note: '' }
    return { item, isDone: true, note: '', marked: { by: mark.made_by, at: mark.made_at } }
  })
  return { items }
}

function isMarked(item: GoingLiveItem): item is MarkedItem {
  return MARKED_ITEMS.some((each) => each === item)
}

async function checksOf(shop: Shop): Promise<Checks> {
  const { db } = shop
  const modes = modesOf(shop)
  const invented = await db.selectFrom('demo_rows').select('id').limit(1).executeTakeFirst()
  const days = Math.round(shop.rehearsal.clock.ahead() / DAY)
  return {
    address: reachableOrigin(shop) !== null ? null : 'The shop has no https address yet (PUBLIC_ORIGIN)',
    mail: live(modes.mail, (await hasTestedMail(db)) ? null : 'No mail was sent yet: press Test'),
    maps: live(modes.maps),
    shipping: live(modes.shipping),
    parcelNews: live(modes.shipping, missingWebhook(shop, 'shipping')),
    payments: live(modes.payments),
    paymentNews: live(modes.payments, missingWebhook(shop, 'payments')),
    storage: await missingPictures(shop),
    demo: invented ? 'Invented orders, people or goods are still in the shop' : null,
    clock: days === 0 ? null : `The clock of the shop is ${days} days ahead`,
  }
}

/** The data folder is enough for one server; docs/scaling.md requires a common place for several. */
async function missingPictures(shop: Shop): Promise<string | null> {
  if (shop.connections.stateOf('storage').problem !== '') return NOT_LIVE.none
  const { copy } = await picturesOf(shop)
  if (copy === null) return null
  return copy.problem === '' ? 'The pictures are being copied' : 'The copying of the pictures has stopped'
}

function missingWebhook(shop: Shop, service: Notifying): string | null {
  const known = knownWebhook(shop, service)
  if (known === 'none') return 'There is no webhook yet'
  return known === 'here' ? null : `The webhook still leads to ${known.origin}`
}

/** What is missing at a service; `missing` counts only if it is live. */
function live(mode: ServiceMode, missing: string | null = null): string | null {
  return mode === 'live' ? missing : NOT_LIVE[mode]
}

export const goingLiveRoutes: Handlers<typeof goingLive> = {
  list: ({ shop }) => listOf(shop),
  mark: async ({ shop, user, body }) => {
    await setMark(shop, user, markOf(body.item), body.isDone)
    return listOf(shop)
  },
}
