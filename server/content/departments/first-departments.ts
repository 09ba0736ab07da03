/** The departments of a new shop. */
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { departmentFields } from '#shared/content/resources/department.ts'
import { type Clock, isoNow, newId } from '#server/kernel/time/clock.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { rowsOf } from '#server/platform/resources/rows.ts'

const DONE = 'departments'
const PRINTS = 'Art Show'
const GOODS = 'Goods'

/**
 * Adds Coffee, Equipment and Prints once; after the owner has deleted them, they are not added again. In an existing
 * shop, Equipment also gets all other categories. Only one instance may run this at a time.
 */
export async function addFirstDepartments(db: Db, clock: Clock): Promise<void> {
  const done = await db.selectFrom('shop_facts').select('key').where('key', '=', DONE).executeTakeFirst()
  if (done) return
  const inUse = await db
    .selectFrom('products')
    .select('category')
    .distinct()
    .where('deleted_at', 'is', null)
    .where('is_draft', '=', 0)
    .orderBy('category')
    .execute()
  const others = inUse
    .map(({ category }) => category)
    .filter((category) => ![COFFEE_BEANS, PRINTS, GOODS].includes(category))
  const now = isoNow(clock)
  const rows = departmentsFor(others).map((edit) => ({
    ...rowsOf(departmentFields).columnsOf(edit),
    id: newId(clock),
    version: 1,
    created_at: now,
    updated_at: now,
  }))
  await transact(db, async (tx) => {
    await tx.insertInto('departments').values(rows).execute()
    await tx.insertInto('shop_facts').values({ key: DONE, value: now }).execute()
  })
}

function departmentsFor(others: string[]) {
  return [
    {
      name: 'Coffee',
      slug: 'coffee',
      heading: 'Coffee',
      text: 'Single origins and blends, roasted to order. Each label says where a coffee grew, how it was processed and what it tastes of.',
      categories: [COFFEE_BEANS],
      place: 1,
    },
    {
      name: 'Equipment',
      slug: 'equipment',
      heading: 'Equipment',
      text: 'Brewers, kettles and cups: what we use at the bar, for your kitchen.',
      categories: [GOODS, ...others].slice(0, 50),
      place: 2,
    },
    {
      name: 'Prints',
      slug: 'prints',
      heading: 'Prints',
      text: 'The pictures from our bags and walls, framed. Half of the price goes to the artist.',
      categories: [PRINTS],
      place: 3,
    },
  ]
}
