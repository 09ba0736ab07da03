import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'
import { allOrNone, type Step, readTogether } from './all-or-none.ts'
import { isUniqueViolation } from './failures.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const add = (name: string): Step => ({
  query: shop.shop.db.insertInto('job_runs').values({ name, next_at: '2026-01-01' }),
})
const move = (name: string): Step => ({
  query: shop.shop.db.updateTable('job_runs').set({ next_at: '2026-01-02' }).where('name', '=', name),
  rows: 1,
})
const find = (name: string) => shop.shop.db.selectFrom('job_runs').selectAll().where('name', '=', name)

test('all steps are committed together, and a later step sees an earlier one', async () => {
  expect(await allOrNone(shop.shop.db, [add('one'), move('one'), add('two')])).toBeNull()
  expect(await find('one').execute()).toEqual([{ name: 'one', next_at: '2026-01-02' }])
})

test('the first step with a wrong number of rows is returned, even if a later one fails', async () => {
  await allOrNone(shop.shop.db, [add('taken')])
  const unmet = move('nobody')
  expect(await allOrNone(shop.shop.db, [add('first'), unmet, add('taken')])).toBe(unmet)
  expect(await find('first').execute()).toEqual([])
})

test('the error of a failed step is thrown, and nothing is saved', async () => {
  await allOrNone(shop.shop.db, [add('used')])
  const failing = allOrNone(shop.shop.db, [add('before'), add('used'), add('after'), move('nobody')])
  await expect(failing).rejects.toSatisfy(isUniqueViolation)
  const [before, after, used] = await readTogether(
    shop.shop.db,
    find('before'),
    find('after'),
    find('used').select('name as again'),
  )
  expect([before, after, used[0]?.again]).toEqual([[], [], 'used'])
})
