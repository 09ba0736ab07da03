/** The files for accounting software as a part of the shop. The books themselves always stay. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { owedOf, switchPart } from '#test/parts.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { bookkeeper, YEAR } from './accounting.testing.ts'

let shop: TestShop
const { owner, goTo, read, close, sale } = bookkeeper(() => shop)
const [JANUARY, FEBRUARY, MARCH] = [`${YEAR}-01`, `${YEAR}-02`, `${YEAR}-03`] as const

beforeAll(async () => {
  shop = await openShop()
  for (const month of [JANUARY, FEBRUARY, MARCH]) {
    goTo(`${month}-10T12:00:00-05:00`)
    await sale(1)
  }
  await close(JANUARY)
})
afterAll(() => shop.close())
afterEach(() => switchPart(shop, 'accountingFiles', 'on'))

const statusOf = async (month: string, file = 'days') =>
  (await (await owner()).get(`/api/accounting/months/${month}/files/${file}`)).status

test('a month with one of two files exported keeps them from being off, until the other one is exported', async () => {
  expect(await statusOf(FEBRUARY, 'quickbooks-journal')).toBe(200)
  const half = ['1 month with one of two files exported']
  expect(await owedOf(shop, 'accountingFiles')).toEqual(half)
  await switchPart(shop, 'accountingFiles', 'closing')
  // The month that was begun is finished; no other one is begun.
  expect([await statusOf(FEBRUARY, 'quickbooks-bank'), await statusOf(MARCH)]).toEqual([200, 404])
  expect((await read(FEBRUARY)).files.length).toBe(6)
  expect((await read(MARCH)).files).toEqual([])
  expect(await owedOf(shop, 'accountingFiles')).toEqual([])
})

test('when they are off, only closed months have files, and every month has its days', async () => {
  await switchPart(shop, 'accountingFiles', 'off')
  expect([await statusOf(JANUARY), await statusOf(FEBRUARY), await statusOf(MARCH)]).toEqual([200, 404, 404])
  const march = await read(MARCH)
  expect([march.files, march.days.length]).toEqual([[], 1])
  await switchPart(shop, 'accountingFiles', 'on')
  expect(await statusOf(MARCH)).toBe(200)
})
