/** The owner switches parts of the shop on and off. */
import type { Parts, shopParts } from '#shared/backoffice/api/parts.ts'
import { PART_TEXTS, WORK } from '#shared/platform/part-texts.ts'
import { PART_IDS, type PartId, type PartState } from '#shared/platform/parts.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { textsNamingParts } from '#server/content/site-pages/named-parts.ts'
import { followPart, isFollowed } from '#server/catalog/products/follow-part.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { PARTS } from '#server/platform/settings/groups.ts'
import { readSettings, saveSettings } from '#server/platform/settings/settings.ts'
import type { Shop } from '#server/platform/shop.ts'
import { owedBy, owedByAll } from './owed.ts'

async function listParts(shop: Shop): Promise<Parts> {
  const { version, ...states } = await partsIn(shop)
  const owed = await owedByAll(shop)
  const named = await textsNamingParts(shop)
  const parts = PART_IDS.map((id) => ({ _id: id, state: states[id], owed: owed[id], named: named[id] }))
  return { version, parts }
}

/**
 * Switches a part. Throws 409 if the parts were switched after `version`, and if something of a part that is to be off
 * must be settled first. Both are checked in the transaction that new orders and sign-ups wait for.
 */
async function switchPart(
  shop: Shop,
  owner: SignedIn,
  part: PartId,
  { state, version }: { state: PartState; version: number },
): Promise<Parts> {
  const edit = { ...(await partsIn(shop)), [part]: state, version }
  await saveSettings(shop, owner, PARTS, edit, async (tx) => {
    const owed = state === 'off' ? await owedBy(tx, shop, part) : []
    if (owed.length > 0)
      throw conflict(`${PART_TEXTS[part].title} cannot be off yet. Settle first what is owed`, { owed })
    if (isFollowed(part)) await followPart(tx, part, state)
  })
  return listParts(shop)
}

/**
 * Switches all parts that the set-up asks about, by what the owner says. What must be settled before a part can be off is
 * settled with no new ones. Throws 409 if the parts were switched after `version`.
 */
async function chooseParts(
  shop: Shop,
  owner: SignedIn,
  { needed, version }: { needed: readonly PartId[]; version: number },
): Promise<Parts> {
  const owed = await owedByAll(shop)
  const asked = WORK.flatMap(({ parts }) => parts)
  const chosen = asked.map((part): [PartId, PartState] => {
    if (needed.includes(part)) return [part, 'on']
    return [part, owed[part].length > 0 ? 'closing' : 'off']
  })
  const edit = { ...(await partsIn(shop)), ...Object.fromEntries(chosen), version }
  await saveSettings(shop, owner, PARTS, edit, async (tx) => {
    for (const [part, state] of chosen) {
      // Something was bought in the meantime.
      if (state === 'off' && (await owedBy(tx, shop, part)).length > 0) throw conflict(TRY_AGAIN)
      if (isFollowed(part)) await followPart(tx, part, state)
    }
  })
  return listParts(shop)
}

const TRY_AGAIN = 'Someone has just ordered or signed up. Try again'

const THE_SHOP = { _id: null, name: 'The shop' }

/**
 * Sets parts that are off to nothing new if something of them is owed again: a refund has put money back on a gift card, or
 * a late payment has arrived. The change log says so.
 */
export async function reopenParts(shop: Shop): Promise<void> {
  const states = await partsIn(shop)
  const off = PART_IDS.filter((part) => states[part] === 'off')
  const owed = await Promise.all(off.map((part) => owedBy(shop.db, shop, part)))
  const again = off.filter((_, index) => owed[index]!.length > 0)
  if (again.length === 0) return
  const closing = Object.fromEntries(again.map((part) => [part, 'closing' as const]))
  try {
    await saveSettings(shop, THE_SHOP, PARTS, { ...states, ...closing })
  } catch (error) {
    // An owner has switched parts in the meantime. The next run looks again.
    if (!(error instanceof Refusal)) throw error
  }
}

/** The states of all parts as they are saved, with their version. */
async function partsIn({ db }: Shop) {
  const { _id, ...saved } = await readSettings(db, PARTS)
  return saved
}

export const partRoutes: Handlers<typeof shopParts> = {
  list: ({ shop }) => listParts(shop),
  choose: ({ shop, user, body }) => chooseParts(shop, user, body),
  switch: ({ shop, user, params, body }) => switchPart(shop, user, params.part, body),
}
