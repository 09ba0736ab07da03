/** A roastery in a test shop: green coffee, roasts, recipes, and paid orders for a roast day. */
import type { RoastPlan } from '#shared/api/roast-plan.ts'
import { pay, placed, type CartLines } from '#test/purchase.ts'
import type { TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'
import { isoNow, newId } from '../time/clock.ts'
import { nowAt } from '../time/shop-days.ts'

/** A lot of green coffee that has arrived. Returns its id. */
export async function addGreen({ db, clock }: TestShop, name: string, grams = 60_000): Promise<string> {
  const id = newId(clock)
  const at = isoNow(clock)
  const row = {
    id,
    code: `G-${id.slice(-6)}`,
    name,
    arrived_on: nowAt(clock).day,
    bags: 1,
    reorder_grams: null,
  }
  const texts = { supplier: '', producer: '', origin: '', process: '', variety: '', altitude: '', crop: '' }
  const of = {
    due_on: '',
    notes: '',
    bought_grams: grams,
    cost_cents: 50_000,
    created_at: at,
    updated_at: at,
  }
  await db
    .insertInto('green_lots')
    .values({ ...row, ...texts, ...of, story: '', grams_left: grams })
    .execute()
  return id
}

type NewRoast = { loss?: number; smallest?: number; largest?: number; green?: string }

/** A roast of one lot. Returns its id. */
export async function addRoast(shop: TestShop, name: string, roast: NewRoast = {}): Promise<string> {
  const { db, clock } = shop
  const id = newId(clock)
  const at = isoNow(clock)
  await db
    .insertInto('roasts')
    .values({
      id,
      name,
      loss_thousandths: roast.loss ?? 200,
      smallest_grams: roast.smallest ?? null,
      largest_grams: roast.largest ?? null,
      notes: '',
      profile: 'Filter',
      created_at: at,
      updated_at: at,
    })
    .execute()
  const lot = roast.green ?? (await addGreen(shop, `${name} green`))
  await db
    .insertInto('roast_greens')
    .values({ roast_id: id, position: 0, green_lot_id: lot, percent: 100 })
    .execute()
  return id
}

type Part = { roast: string; percent: number }

/** A coffee that is roasted to order, in bags of 1 kg. Without parts, it has no recipe. Returns its id. */
export async function addCoffee(shop: TestShop, name: string, parts: readonly Part[]): Promise<string> {
  const { db, clock } = shop
  const id = await shop.sell({ name, stock: 100, sizeGrams: 1000 })
  await db.updateTable('products').set({ is_roasted_to_order: 1 }).where('id', '=', id).execute()
  shop.shop.changed({ tag: 'Product', id })
  if (parts.length === 0) return id
  const at = isoNow(clock)
  await db
    .insertInto('recipes')
    .values({ product_id: id, notes: '', created_at: at, updated_at: at })
    .execute()
  const rows = parts.map(({ roast, percent }, position) => ({
    product_id: id,
    position,
    roast_id: roast,
    percent,
  }))
  await db.insertInto('recipe_roasts').values(rows).execute()
  return id
}

/** A paid order. Returns its id, and the day on which it is roasted. */
export async function ordered(shop: TestShop, lines: CartLines): Promise<{ id: string; day: string }> {
  const buyer = await signedIn(shop)
  const id = await placed(buyer, lines)
  const paid = await pay(shop, buyer, id)
  if (paid.status !== 200) throw new Error(`Not paid: ${paid.text}`)
  const { roasts_on: day } = await shop.db
    .selectFrom('orders')
    .select('roasts_on')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, day: day! }
}

/** Moves an order to another roast day. */
export async function promise({ db }: TestShop, order: string, day: string): Promise<void> {
  await db.updateTable('orders').set({ roasts_on: day }).where('id', '=', order).execute()
}

export async function planOn(packer: Visitor, day: string): Promise<RoastPlan> {
  const answer = await packer.get(`/api/roastery/plan/${day}`)
  if (answer.status !== 200) throw new Error(`No plan: ${answer.text}`)
  return answer.body
}

/** Plans a day automatically. */
export async function planned(packer: Visitor, day: string): Promise<RoastPlan> {
  const answer = await packer.post(`/api/roastery/plan/${day}/automatic`)
  if (answer.status !== 200) throw new Error(`Not planned: ${answer.text}`)
  return answer.body
}

/** The weights of the batches of a plan by roast, in grams. */
export function weightsIn({ batches }: RoastPlan): Record<string, number[]> {
  const names = [...new Set(batches.map(({ roast }) => roast.name))].toSorted()
  const own = (name: string) => batches.filter(({ roast }) => roast.name === name)
  return Object.fromEntries(names.map((name) => [name, own(name).map(({ greenGrams }) => greenGrams)]))
}

export function textsIn({ problems }: RoastPlan): string[] {
  return problems.map(({ text }) => text.replaceAll('\u00a0', ' '))
}

/** Marks a batch as weighed, or as roasted with some weight. */
export async function work(shop: TestShop, batch: string, roasted: number | null = null): Promise<void> {
  const at = isoNow(shop.clock)
  await shop.db
    .updateTable('batches')
    .set({ state: 'weighed', weighed_at: at, weighed_by: 'Ben' })
    .where('id', '=', batch)
    .execute()
  if (roasted !== null)
    await shop.db
      .updateTable('batches')
      .set({
        state: 'roasted',
        roasted_grams: roasted,
        grams_left: roasted,
        roasted_at: at,
        roasted_by: 'Ben',
      })
      .where('id', '=', batch)
      .execute()
}

/** A coffee with a roast of its own, an order of `qty` kg of it, and the order's roast day. */
export async function orderOf(shop: TestShop, qty: number, name = 'Guji') {
  const roast = await addRoast(shop, name)
  const coffee = await addCoffee(shop, name, [{ roast, percent: 100 }])
  return { roast, coffee, ...(await ordered(shop, [{ _id: coffee, qty }])) }
}

/** The day in the codes of its batches. */
export function codeOf(day: string): string {
  return day.slice(2).replaceAll('-', '')
}

/** Sets the capacity of a day, as the owner does. */
export async function setCapacity(admin: Visitor, day: string, capacityGrams: number | null) {
  const { ownCapacityGrams, note } = await planOn(admin, day)
  const before = { capacityGrams: ownCapacityGrams, note }
  return admin.put(`/api/roastery/plan/${day}`, { capacityGrams, note: '', before })
}
