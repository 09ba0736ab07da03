/** Writes roasted coffee into the database of the worker's shop, for tests of screens that come after the roast day. */
import { systemClock } from '#server/kernel/time/clock.ts'
import { bagsOf, coffeeLot, fillLine } from '../roastery/bags.ts'
import { batchOf } from '../roastery/batches.ts'
import { greenLot, recipeOf, roastOf, type Roastery } from '../roastery/green.ts'
import { openDatabase } from './roastery-day.ts'

/** A batch of 10 kg of green coffee for a coffee without a recipe. Returns its id and its code. */
export function addBatch(product: string, name: string): Promise<{ id: string; code: string }> {
  return inShop(async (at) => {
    const lot = await greenLot(at, { name, cost_cents: 54_000 })
    const roast = await roastOf(at, [{ lot, percent: 100 }], { name: `Roast ${name} ${lot}` })
    await recipeOf(at, product, [{ roast, percent: 100 }])
    return batchOf(at, { roast, greens: [{ lot, grams: 10_000 }] })
  })
}

type Wanted = { product: string; code: string; order: string; roastedOn: string }

/**
 * Ten bags of this product, in a new lot that was roasted from one lot of green coffee. The order's first line gets one.
 * @param wanted `code` is the code of the new lot
 * @returns the code of the green coffee
 */
export function packLot({ product, code, order, roastedOn }: Wanted): Promise<string> {
  return inShop(async (at) => {
    const green = `ET-GUJI-26-${code}`
    const lot = await greenLot(at, { code: green, producer: 'Tabe Haro and 420 families' })
    const roast = await roastOf(at, [{ lot, percent: 100 }])
    const { id: batch, grams } = await batchOf(at, {
      roast,
      greens: [{ lot, grams: 6800 }],
      on: roastedOn,
    })
    const made = await coffeeLot(at, { product, batches: [{ batch, grams }], on: roastedOn, code })
    const bags = await bagsOf(at, { lot: made.id, qty: 10 })
    await fillLine(at, { order, bags, qty: 1 })
    return green
  })
}

async function inShop<T>(work: (at: Roastery) => Promise<T>): Promise<T> {
  const { db, close } = await openDatabase()
  try {
    return await work({ db, clock: systemClock })
  } finally {
    await close()
  }
}
