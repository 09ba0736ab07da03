/** Kills the shop while products are saved. Visitors and buyers must always see one complete save. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Product } from '#shared/catalog/api/products.ts'
import { orderBody } from '../../purchase.ts'
import { inconsistencies, withDatabase } from '../consistency.ts'
import { newBuyer, ownerAt, Unexpected } from '../buying.ts'
import { caller, type Caller } from '../caller.ts'
import { withShop, repeatUntilKilled } from '../crash.ts'
import { filesOf, wrongAfterCleanup, missingFiles } from '../pictures/files.ts'
import { startShop, type Place, type RunningShop } from '../running-shop.ts'
import { formFor, identifySave, checkLine, identifyPage, sendPictures, type Item } from './forms.ts'

const MARKS = ['alpha', 'omega']
const VISITORS = 2
/** No order may expire within a campaign: its bags would return, and the stock would be larger than saved. */
const NO_EXPIRY = { HOLD_MINUTES: '1000' }
/** Time limit for saves and visits before a kill; a kill before them would test nothing. */
const SAVED_WITHIN_MS = 20_000
/** With this number of kills or fewer, it is allowed that none falls into a save. */
const FEW_KILLS = 10

type CampaignState = {
  place: Place
  items: Item[]
  owner: Caller
  buyer: Caller
  wrong: string[]
  next: number
  isSaving: boolean
  /** Duration of the last save in milliseconds; kills are timed to fall into the next one. */
  saveMs: number
  /** Called when a save is sent. */
  onSave: () => void
  count: { saves: number; visits: number; orders: number; within: number; done: number }
}

/** Kills the shop `kills` times while products are saved and bought, and checks it after each kill. */
export async function savingCampaign(place: Place, kills: number) {
  const campaign = await openShop(place)
  for (let kill = 0; kill < kills; kill++) {
    const shop = await startShop(place, NO_EXPIRY)
    campaign.owner.origin = campaign.buyer.origin = shop.origin
    await compare(campaign, shop, `After ${kill} kills`)
    const clients = [
      repeatUntilKilled(campaign.wrong, () => saveOne(campaign)),
      repeatUntilKilled(campaign.wrong, () => buyOne(campaign)),
      ...Array.from({ length: VISITORS }, () =>
        repeatUntilKilled(campaign.wrong, () => visitAll(campaign, shop)),
      ),
    ]
    await untilWithinSave(campaign)
    await shop.kill()
    await Promise.all(clients)
    if (campaign.isSaving) campaign.count.within++
    const wrong = [
      ...(await inconsistencies(place)),
      ...(await missingFiles(place)),
      ...(await wrongPictures(place)),
    ]
    campaign.wrong.push(...wrong.map((line) => `After kill ${kill + 1}: ${line}`))
  }
  await withShop(place, NO_EXPIRY, (shop) => compare(campaign, shop, 'In the end'))
  campaign.wrong.push(...(await wrongAfterCleanup(place)))
  await withShop(place, NO_EXPIRY, (shop) => compare(campaign, shop, 'After the cleanup'))
  const { saves, visits, orders, within, done } = campaign.count
  if (saves === 0 || visits === 0 || (within === 0 && kills > FEW_KILLS))
    campaign.wrong.push('There was no save, no visit, or no kill within a save, so nothing was tested')
  const timing = `${within} of ${kills} kills within a save, of which ${done} were complete`
  return {
    violations: campaign.wrong,
    note: `${saves} saves and ${orders} orders acknowledged, ${visits} visits; ${timing}`,
  }
}

/** Starts with two products that are not on the home page, each saved once. */
async function openShop(place: Place): Promise<CampaignState> {
  return withShop(place, NO_EXPIRY, async (shop) => {
    const owner = await ownerAt(shop.origin)
    const buyer = await newBuyer(shop.origin)
    const { body: list } = await buyer.get('/api/products')
    const { body: top } = await buyer.get('/api/products/top')
    const best = new Set((top as Product[]).map(({ _id }) => _id))
    const ids = (list.products as Product[]).map(({ _id }) => _id).filter((id) => !best.has(id))
    const items = MARKS.map((mark, index) => ({
      id: ids[index]!,
      mark,
      forms: new Map(),
      saved: 0,
      sent: 0,
    }))
    const count = { saves: 0, visits: 0, orders: 0, within: 0, done: 0 }
    const campaign = {
      place,
      items,
      owner,
      buyer,
      wrong: [],
      next: 1,
      isSaving: false,
      saveMs: 0,
      onSave: () => {},
      count,
    }
    for (const item of items) await save(campaign, item)
    return campaign
  })
}

/** After a start, visitors must see the last acknowledged save or the last sent one. */
async function compare({ items, wrong, count, ...campaign }: CampaignState, shop: RunningShop, when: string) {
  for (const item of items) {
    try {
      const [shown] = await visit(caller(shop.origin), item)
      if (shown !== item.saved && shown !== item.sent)
        throw new Error(`save ${shown} is shown, although ${item.saved} was acknowledged`)
      if (campaign.isSaving && shown !== item.saved) count.done++
      item.saved = item.sent = shown
    } catch (error) {
      wrong.push(`${when}: ${(error as Error).message}`)
    }
  }
}

/** Waits for one to three saves, then for a random moment within the next one. */
async function untilWithinSave(campaign: CampaignState): Promise<void> {
  const { count } = campaign
  const wanted = { saves: count.saves + 1 + Math.floor(Math.random() * 3), visits: count.visits + 1 }
  const isWanted = () => count.saves >= wanted.saves && count.visits >= wanted.visits
  for (let waited = 0; waited < SAVED_WITHIN_MS && !isWanted(); waited += 10) await pause(10)
  const started = new Promise<void>((resolve) => {
    campaign.onSave = resolve
  })
  await Promise.race([started, pause(SAVED_WITHIN_MS, null, { ref: false })])
  await pause(Math.random() * campaign.saveMs)
}

async function saveOne(campaign: CampaignState): Promise<void> {
  await save(campaign, campaign.items[campaign.next % campaign.items.length]!)
}

/** Saves like the editor: first the pictures, then all fields at once. The acknowledged save must be shown at once. */
async function save(campaign: CampaignState, item: Item): Promise<void> {
  const { owner } = campaign
  const number = campaign.next++
  campaign.isSaving = false
  const form = formFor(item, number, await sendPictures(owner, number))
  item.forms.set(number, form)
  item.sent = number
  campaign.isSaving = true
  campaign.onSave()
  const since = performance.now()
  const answer = await owner.put(`/api/products/${item.id}`, form)
  campaign.isSaving = false
  campaign.saveMs = performance.now() - since
  if (answer.status !== 200) throw new Unexpected('Saving', answer)
  item.saved = number
  campaign.count.saves++
  const shown = [identifySave(item, answer.body), ...(await visit(caller(owner.origin), item))]
  if (shown.some((one) => one !== number))
    throw new Error(`Save ${number} was acknowledged, but ${shown.join()} is shown`)
}

async function buyOne({ items, buyer, count }: CampaignState): Promise<void> {
  const item = items[count.orders % items.length]!
  const body = await orderBody(buyer, [{ _id: item.id, qty: 1 }])
  const answer = await buyer.post('/api/orders', body, { 'idempotency-key': randomUUID() })
  if (answer.status === 201) {
    checkLine(item, answer.body.orderItems[0])
    count.orders++
  } else if (answer.status !== 409) throw new Unexpected('Placing an order', answer)
  await pause(50)
}

async function visitAll(campaign: CampaignState, { origin }: RunningShop): Promise<void> {
  for (const item of campaign.items) await visit(caller(origin), item)
  campaign.count.visits++
}

/** Requests the product, the list, the page and the pictures. Returns the saves that the first three show. */
async function visit(visitor: Caller, item: Item): Promise<[number, number, number]> {
  const one = await visitor.get(`/api/products/${item.id}`)
  if (one.status !== 200) throw new Unexpected('A product', one)
  const number = identifySave(item, one.body)
  const list = await visitor.get('/api/products')
  const listed = (list.body.products as Product[]).find(({ _id }) => _id === item.id)
  if (!listed) throw new Unexpected('The list without the product', list)
  const inList = identifySave(item, listed)
  const page = await visitor.get(`/product/${item.id}`)
  if (page.status !== 200) throw new Unexpected('The page of a product', page)
  const onPage = identifyPage(item, page.text)
  for (const path of [one.body.image, one.body.secondImage]) {
    const picture = await visitor.get(path)
    if (picture.status !== 200) throw new Unexpected(`The picture ${path}`, picture)
  }
  return [number, inList, onPage]
}

/** The path of an uploaded picture. Bundled pictures have names without a hash. */
const UPLOADED = /^\/uploads\/([0-9a-f]{16}-.+)$/

/** Uploaded pictures of products without a row or a file. */
async function wrongPictures(place: Place): Promise<string[]> {
  const there = new Set(await filesOf(place))
  return withDatabase(place, async (db) => {
    const rows = await db.selectFrom('products').select(['name', 'image', 'second_image']).execute()
    const known = new Set((await db.selectFrom('uploads').select('file').execute()).map(({ file }) => file))
    return rows.flatMap(({ name, image, second_image }) =>
      [image, second_image]
        .flatMap((path) => UPLOADED.exec(path)?.[1] ?? [])
        .filter((file) => !known.has(file) || !there.has(file))
        .map((file) => `${name} uses ${file}, which is missing`),
    )
  })
}
