/** A shop that dies while its products are saved. Visitors and buyers see a whole product, whatever happens. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Product } from '#shared/api/products.ts'
import { orderBody } from '../../purchase.ts'
import { wrongInBooks, withDatabase } from '../books.ts'
import { newBuyer, ownerAt, Unexpected } from '../buying.ts'
import { caller, type Caller } from '../caller.ts'
import { atShop, untilDeath } from '../death.ts'
import { filesOf, wrongAfterSweep, wrongInFiles } from '../pictures/files.ts'
import { startShop, type Place, type RunningShop } from '../running-shop.ts'
import { formFor, recognise, recogniseLine, recognisePage, sendPictures, type Item } from './forms.ts'

const MARKS = ['alpha', 'omega']
const VISITORS = 2
/** No order runs out within a campaign: its bags would come back, and more be there than was saved. */
const CALM = { HOLD_MINUTES: '1000' }
/** A death before anything was done would prove nothing: it waits this long for work and visits. */
const PATIENCE = 20_000
/** So few deaths may all miss the moment. */
const FEW = 10

type Market = {
  place: Place
  items: Item[]
  owner: Caller
  buyer: Caller
  wrong: string[]
  next: number
  isSaving: boolean
  /** How long the last save took, in milliseconds: most deaths fall into the next one. */
  lasted: number
  /** Told when a save goes out. */
  onSave: () => void
  count: { saves: number; looks: number; orders: number; within: number; kept: number }
}

/** So many deaths while products are saved and bought, and what was wrong after any of them. */
export async function savingCampaign(place: Place, kills: number) {
  const market = await openMarket(place)
  for (let kill = 0; kill < kills; kill++) {
    const shop = await startShop(place, CALM)
    market.owner.origin = market.buyer.origin = shop.origin
    await compare(market, shop, `After ${kill} deaths`)
    const people = [
      untilDeath(market.wrong, () => saveOne(market)),
      untilDeath(market.wrong, () => buyOne(market)),
      ...Array.from({ length: VISITORS }, () => untilDeath(market.wrong, () => lookAtAll(market, shop))),
    ]
    await withinSave(market)
    await shop.kill()
    await Promise.all(people)
    if (market.isSaving) market.count.within++
    const dead = [
      ...(await wrongInBooks(place)),
      ...(await wrongInFiles(place)),
      ...(await wrongPictures(place)),
    ]
    market.wrong.push(...dead.map((line) => `Dead for the ${kill + 1}. time: ${line}`))
  }
  await atShop(place, CALM, (shop) => compare(market, shop, 'In the end'))
  market.wrong.push(...(await wrongAfterSweep(place)))
  await atShop(place, CALM, (shop) => compare(market, shop, 'After the sweep'))
  const { saves, looks, orders, within, kept } = market.count
  if (saves === 0 || looks === 0 || (within === 0 && kills > FEW))
    market.wrong.push('Nothing was saved, nobody looked, or no death fell into a save: this proves nothing')
  const deaths = `${within} of ${kills} deaths within a save, which ${kept} times was found done`
  return {
    violations: market.wrong,
    note: `${saves} saves and ${orders} orders acknowledged, ${looks} looks; ${deaths}`,
  }
}

/** Two products that no other page shows, each saved once. */
async function openMarket(place: Place): Promise<Market> {
  return atShop(place, CALM, async (shop) => {
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
      underWay: 0,
    }))
    const count = { saves: 0, looks: 0, orders: 0, within: 0, kept: 0 }
    const market = {
      place,
      items,
      owner,
      buyer,
      wrong: [],
      next: 1,
      isSaving: false,
      lasted: 0,
      onSave: () => {},
      count,
    }
    for (const item of items) await save(market, item)
    return market
  })
}

/** What visitors see after a start is what was acknowledged, or what was under way. */
async function compare({ items, wrong, count, ...market }: Market, shop: RunningShop, when: string) {
  for (const item of items) {
    try {
      const [shown] = await look(caller(shop.origin), item)
      if (shown !== item.saved && shown !== item.underWay)
        throw new Error(`save ${shown} is shown, though ${item.saved} was acknowledged`)
      if (market.isSaving && shown !== item.saved) count.kept++
      item.saved = item.underWay = shown
    } catch (error) {
      wrong.push(`${when}: ${(error as Error).message}`)
    }
  }
}

/** Waits for one to three saves, and then for a moment within the next one. */
async function withinSave(market: Market): Promise<void> {
  const { count } = market
  const wanted = { saves: count.saves + 1 + Math.floor(Math.random() * 3), looks: count.looks + 1 }
  const isWanted = () => count.saves >= wanted.saves && count.looks >= wanted.looks
  for (let waited = 0; waited < PATIENCE && !isWanted(); waited += 10) await pause(10)
  const begun = new Promise<void>((resolve) => {
    market.onSave = resolve
  })
  await Promise.race([begun, pause(PATIENCE, null, { ref: false })])
  await pause(Math.random() * market.lasted)
}

async function saveOne(market: Market): Promise<void> {
  await save(market, market.items[market.next % market.items.length]!)
}

/** As the editor does: the pictures first, then all fields at once. What was acknowledged is what is shown next. */
async function save(market: Market, item: Item): Promise<void> {
  const { owner } = market
  const number = market.next++
  market.isSaving = false
  const form = formFor(item, number, await sendPictures(owner, number))
  item.forms.set(number, form)
  item.underWay = number
  market.isSaving = true
  market.onSave()
  const since = performance.now()
  const answer = await owner.put(`/api/products/${item.id}`, form)
  market.isSaving = false
  market.lasted = performance.now() - since
  if (answer.status !== 200) throw new Unexpected('Saving', answer)
  item.saved = number
  market.count.saves++
  const shown = [recognise(item, answer.body), ...(await look(caller(owner.origin), item))]
  if (shown.some((one) => one !== number))
    throw new Error(`Save ${number} was answered, shown is ${shown.join()}`)
}

async function buyOne({ items, buyer, count }: Market): Promise<void> {
  const item = items[count.orders % items.length]!
  const body = await orderBody(buyer, [{ _id: item.id, qty: 1 }])
  const answer = await buyer.post('/api/orders', body, { 'idempotency-key': randomUUID() })
  if (answer.status === 201) {
    recogniseLine(item, answer.body.orderItems[0])
    count.orders++
  } else if (answer.status !== 409) throw new Unexpected('Placing an order', answer)
  await pause(50)
}

async function lookAtAll(market: Market, { origin }: RunningShop): Promise<void> {
  for (const item of market.items) await look(caller(origin), item)
  market.count.looks++
}

/** The product alone, in the list and as a page, and its pictures: each is whole. Answers which saves they showed. */
async function look(visitor: Caller, item: Item): Promise<[number, number, number]> {
  const one = await visitor.get(`/api/products/${item.id}`)
  if (one.status !== 200) throw new Unexpected('A product', one)
  const number = recognise(item, one.body)
  const list = await visitor.get('/api/products')
  const listed = (list.body.products as Product[]).find(({ _id }) => _id === item.id)
  if (!listed) throw new Unexpected('The list without the product', list)
  const inList = recognise(item, listed)
  const page = await visitor.get(`/product/${item.id}`)
  if (page.status !== 200) throw new Unexpected('The page of a product', page)
  const onPage = recognisePage(item, page.text)
  for (const path of [one.body.image, one.body.secondImage]) {
    const picture = await visitor.get(path)
    if (picture.status !== 200) throw new Unexpected(`The picture ${path}`, picture)
  }
  return [number, inList, onPage]
}

/** Every uploaded picture that a product names has a row and files. */
async function wrongPictures(place: Place): Promise<string[]> {
  const there = new Set(await filesOf(place))
  return withDatabase(place, async (db) => {
    const rows = await db.selectFrom('products').select(['name', 'image', 'second_image']).execute()
    const known = new Set((await db.selectFrom('uploads').select('file').execute()).map(({ file }) => file))
    return rows.flatMap(({ name, image, second_image }) =>
      [image, second_image]
        .flatMap((path) => (path.startsWith('/uploads/') ? [path.slice('/uploads/'.length)] : []))
        .filter((file) => !known.has(file) || !there.has(file))
        .map((file) => `${name} names ${file}, which is not there`),
    )
  })
}
