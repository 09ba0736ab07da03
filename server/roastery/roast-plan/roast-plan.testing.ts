/** A roastery in a test shop: green coffee, roasts, recipes, and paid orders for a roast day. */
import type { RoastPlan } from '#shared/roastery/api/roast-plan.ts'
import { pay, placed, type CartLines } from '#test/purchase.ts'
import type { TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'
import { greenLot, recipeOf, roastOf, type RoastPart } from '#test/roastery/green.ts'
import { isoNow } from '#server/kernel/time/clock.ts'

type NewRoast = { loss?: number; smallest?: number; largest?: number; green?: string }

/** A roast of one lot, which loses 20% if nothing else is given. Returns its id. */
export async function addRoast(shop: TestShop, name: string, roast: NewRoast = {}): Promise<string> {
  const lot = roast.green ?? (await greenLot(shop, { name: `${name} green` }))
  const { loss = 200, smallest = null, largest = null } = roast
  const limits = { loss_thousandths: loss, smallest_grams: smallest, largest_grams: largest }
  return roastOf(shop, [{ lot, percent: 100 }], { name, ...limits })
}

/** A coffee that is roasted to order, in bags of 1 kg. Without parts, it has no recipe. Returns its id. */
export async function addCoffee(shop: TestShop, name: string, parts: readonly RoastPart[]): Promise<string> {
  const id = await shop.sell({ name, stock: 100, sizeGrams: 1000, isRoastedToOrder: true })
  if (parts.length > 0) await recipeOf(shop, id, parts)
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

/** A coffee with its own roast, an order of `qty` kg of it, and the order's roast day. */
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
