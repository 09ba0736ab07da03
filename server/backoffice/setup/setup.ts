/** The setup checklist. Each item is computed from the data of the shop; only skipped items are stored. */
import {
  SETUP_ITEMS,
  type SetupChecklist,
  type SetupItem,
  type SetupState,
  type setup,
} from '#shared/backoffice/api/setup.ts'
import { SERVICES } from '#shared/backoffice/api/admin.ts'
import { modesOf, NOT_LIVE, type ServiceMode } from '../services/mode.ts'
import { untouchedProducts } from '../demo/count-demo.ts'
import { hasTestedMail } from '#server/mail/sending/test-mail.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { BUSINESS, PARCELS, PARTS, SELLING, SHIPPING } from '#server/platform/settings/groups.ts'
import { readSettings, settingsIn } from '#server/platform/settings/settings.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import type { Handlers } from '#server/platform/http/serve.ts'

const HIDDEN = 'hidden'
const SEEN_PAGES = 'seen:pages'
const skipped = (item: SetupItem) => `skip:${item}`

type Result = { isDone: boolean; note?: string }

/** Sets or removes a mark of the checklists, with the name of who did it. */
export async function setMark(
  { db, clock }: Shop,
  { name }: SignedIn,
  mark: string,
  isSet: boolean,
): Promise<void> {
  if (!isSet) {
    await db.deleteFrom('setup_marks').where('mark', '=', mark).execute()
    return
  }
  await db
    .insertInto('setup_marks')
    .values({ mark, made_at: isoNow(clock), made_by: name })
    .onConflict((taken) => taken.column('mark').doNothing())
    .execute()
}

/** The items in order, whether the checklist is hidden, and the services that are not live. */
async function checklistOf(shop: Shop): Promise<SetupChecklist> {
  const marks = new Set(
    (await shop.db.selectFrom('setup_marks').select('mark').execute()).map((row) => row.mark),
  )
  const modes = modesOf(shop)
  const items: SetupState[] = []
  for (const item of SETUP_ITEMS) {
    const { isDone, note = '' } = await CHECKS[item](shop, { marks, modes })
    items.push({ item, state: isDone ? 'done' : marks.has(skipped(item)) ? 'skipped' : 'open', note })
  }
  return {
    items,
    isHidden: marks.has(HIDDEN),
    sandboxes: SERVICES.flatMap((service) => {
      const mode = modes[service]
      return mode === 'live' ? [] : [{ service, mode }]
    }),
  }
}

type Facts = { marks: ReadonlySet<string>; modes: ReturnType<typeof modesOf> }

const CHECKS: Record<SetupItem, (shop: Shop, facts: Facts) => Promise<Result>> = {
  business: (shop) => saved(shop, BUSINESS),
  parts: async ({ db }) => ({ isDone: (await readSettings(db, PARTS)).version > 0 }),
  sender: async (shop) => {
    const { fixed } = await settingsIn(shop, PARCELS)
    return fixed.street === undefined
      ? saved(shop, PARCELS)
      : { isDone: true, note: 'Set in the environment of the server' }
  },
  tax: (shop) => saved(shop, SELLING),
  shipping: async (shop, { modes }) => {
    const { isDone } = await saved(shop, SHIPPING)
    return {
      isDone: isDone && modes.shipping === 'live',
      note: [
        isDone ? '' : 'Roast and packing days are not saved yet',
        serviceNote('Prices and labels of Shippo', modes.shipping),
      ]
        .filter(Boolean)
        .join('. '),
    }
  },
  product: async ({ db }) => {
    const own = await ownProduct(db)
    return { isDone: own !== undefined, note: own ? own.name : '' }
  },
  mail: async (shop, { modes }) => {
    const isTested = await hasTestedMail(shop.db)
    return {
      isDone: modes.mail === 'live' && isTested,
      note: modes.mail === 'live' ? '' : `${NOT_LIVE[modes.mail]}: no mail is delivered`,
    }
  },
  payments: async (_shop, { modes }) => ({
    isDone: modes.payments === 'live',
    note: modes.payments === 'live' ? '' : NOT_LIVE[modes.payments],
  }),
  pages: async ({ db }, { marks }) => {
    const published = await db
      .selectFrom('page_versions')
      .select('id')
      .where('state', '=', 'published')
      .limit(1)
      .executeTakeFirst()
    return { isDone: published !== undefined || marks.has(SEEN_PAGES) }
  },
}

function serviceNote(what: string, mode: ServiceMode): string {
  return mode === 'live' ? '' : `${what}: ${NOT_LIVE[mode].toLowerCase()}`
}

/** Done when an admin has saved the group of settings, also without a change. */
async function saved({ db }: Shop, { id }: { id: string }): Promise<Result> {
  const row = await db.selectFrom('settings').select('id').where('id', '=', id).executeTakeFirst()
  return { isDone: row !== undefined }
}

/** A published product that the owner has created or edited. */
function ownProduct(db: Db): Promise<{ name: string } | undefined> {
  return db
    .selectFrom('products')
    .select('name')
    .where('deleted_at', 'is', null)
    .where('is_draft', '=', 0)
    .where('id', 'not in', untouchedProducts(db).select('products.id'))
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
}

/** Skips an item of the checklist, or opens it again. */
async function skipItem(
  shop: Shop,
  admin: SignedIn,
  { item, isSkipped }: { item: SetupItem; isSkipped: boolean },
): Promise<SetupChecklist> {
  await setMark(shop, admin, skipped(item), isSkipped)
  return checklistOf(shop)
}

/** Removes the checklist from the admin's home, or shows it there again. */
async function hideChecklist(shop: Shop, admin: SignedIn, isHidden: boolean): Promise<SetupChecklist> {
  await setMark(shop, admin, HIDDEN, isHidden)
  return checklistOf(shop)
}

async function noteSeenPages(shop: Shop, admin: SignedIn): Promise<{ message: string }> {
  await setMark(shop, admin, SEEN_PAGES, true)
  return { message: 'Noted' }
}

export const setupRoutes: Handlers<typeof setup> = {
  list: ({ shop }) => checklistOf(shop),
  skip: ({ shop, user, body }) => skipItem(shop, user, body),
  hide: ({ shop, user, body }) => hideChecklist(shop, user, body.isHidden),
  seen: ({ shop, user }) => noteSeenPages(shop, user),
}
