/** The owner switches parts of the shop on and off. */
import type { Parts, shopParts } from '#shared/backoffice/api/parts.ts'
import { PART_TEXTS } from '#shared/platform/part-texts.ts'
import { PART_IDS, type PartId, type PartState } from '#shared/platform/parts.ts'
import { conflict } from '#server/kernel/errors.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { followPart, isFollowed } from '#server/catalog/products/follow-part.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { PARTS } from '#server/platform/settings/groups.ts'
import { readSettings, saveSettings } from '#server/platform/settings/settings.ts'
import type { Shop } from '#server/platform/shop.ts'
import { owedBy, owedByAll } from './owed.ts'

async function listParts(shop: Shop): Promise<Parts> {
  const { version, ...states } = await partsIn(shop)
  const owed = await owedByAll(shop)
  return { version, parts: PART_IDS.map((id) => ({ _id: id, state: states[id], owed: owed[id] })) }
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
  const states = await partsIn(shop)
  const edit = { ...states, [part]: state, version }
  await saveSettings(shop, owner, PARTS, edit, async (tx) => {
    const owed = state === 'off' ? await owedBy(tx, shop, part) : []
    if (owed.length > 0)
      throw conflict(`${PART_TEXTS[part].title} cannot be off yet. Settle first what is owed`, { owed })
    if (isFollowed(part)) await followPart(tx, part, state)
  })
  return listParts(shop)
}

/** The states of all parts as they are saved, with their version. */
async function partsIn({ db }: Shop) {
  const { _id, ...saved } = await readSettings(db, PARTS)
  return saved
}

export const partRoutes: Handlers<typeof shopParts> = {
  list: ({ shop }) => listParts(shop),
  switch: ({ shop, user, params, body }) => switchPart(shop, user, params.part, body),
}
