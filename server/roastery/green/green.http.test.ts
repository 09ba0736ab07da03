/** Lots of green coffee: contracts, arrival, corrections and counts. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { GreenMove } from '#shared/roastery/api/green.ts'
import { addDays } from '#shared/kernel/days.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { addArrivedLot, addLot, addRoast, lotBody } from '#test/roastery/by-admin.ts'

let shop: TestShop
let admin: SignedInVisitor
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  admin = await signedIn(shop, { isAdmin: true, name: 'Olive Owner' })
})

const today = () => nowAt(shop.clock).day
const receive = (id: string, grams: number, arrivedOn = today()) =>
  admin.post(`/api/green/${id}/arrival`, { arrivedOn, grams, note: '' })
const lotOf = async (id: string) => (await admin.get(`/api/green/${id}`)).body
const leftOf = async (id: string) => (await lotOf(id)).gramsLeft
const take = (id: string, grams: number, key?: string) =>
  admin.post(
    `/api/green/${id}/adjustments`,
    { change: -grams, reason: 'sample', note: 'For the importer' },
    key === undefined ? {} : { 'idempotency-key': key },
  )

/** The sum of all rows that change what is left of a lot. */
async function sumOfMoves(id: string): Promise<number> {
  const { moves } = await lotOf(id)
  return moves.reduce((sum: number, { grams }: GreenMove) => sum + grams, 0)
}

describe('a lot', () => {
  test('is a contract until it arrives, with the weight that really arrived', async () => {
    const id = await addLot(admin, { name: 'Guji', boughtGrams: 60_000, dueOn: addDays(today(), -1) })
    expect(await lotOf(id)).toMatchObject({ state: 'on the way', isOverdue: true, gramsLeft: 0, moves: [] })
    const { status, body } = await receive(id, 59_400, addDays(today(), -2))
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'here', isOverdue: false, gramsLeft: 59_400, canUndoArrival: true })
    expect(body.moves).toEqual([
      expect.objectContaining({ reason: 'arrival', grams: 59_400, left: 59_400, by: 'Olive Owner' }),
    ])
    expect(body.moves[0].at.slice(0, 10)).toBe(addDays(today(), -2))
    const again = await receive(id, 60_000)
    expect(again.status).toBe(409)
    expect(again.body.message).toContain('has arrived already')
    expect(await leftOf(id)).toBe(59_400)
  })

  test('arrives once, if two people receive it at the same time', async () => {
    const id = await addLot(admin)
    const answers = await Promise.all(Array.from({ length: 6 }, () => receive(id, 60_000)))
    expect(answers.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([
      200, 409, 409, 409, 409, 409,
    ])
    expect(await leftOf(id)).toBe(60_000)
  })

  test('cannot arrive in the future, on a day that does not exist, or without a weight', async () => {
    const id = await addLot(admin)
    expect((await receive(id, 60_000, addDays(today(), 1))).status).toBe(400)
    expect((await receive(id, 60_000, '2026-02-30')).status).toBe(400)
    expect((await receive(id, 0)).status).toBe(400)
    expect((await receive('nolot', 60_000)).status).toBe(404)
  })

  test('becomes a contract again if its arrival is undone, and only if nothing was taken from it', async () => {
    const id = await addLot(admin)
    await receive(id, 10_000)
    const undone = await admin.delete(`/api/green/${id}/arrival`)
    expect(undone.body).toMatchObject({ state: 'on the way', gramsLeft: 0, moves: [] })
    expect((await admin.delete(`/api/green/${id}/arrival`)).status).toBe(409)
    await receive(id, 10_000)
    await take(id, 100)
    expect((await admin.delete(`/api/green/${id}/arrival`)).status).toBe(409)
    expect(await leftOf(id)).toBe(9900)
  })

  test('has a unique number', async () => {
    const { body: first } = await admin.post('/api/green', lotBody({ code: 'HUILA-1' }))
    const second = await admin.post('/api/green', lotBody({ code: 'HUILA-1' }))
    expect(second.status).toBe(400)
    expect(second.body.fields).toEqual({ code: 'Another lot has this number' })
    const other = await addLot(admin)
    const renamed = await admin.put(`/api/green/${other}`, lotBody({ code: 'HUILA-1' }))
    expect(renamed.status).toBe(400)
    expect(first.code).toBe('HUILA-1')
  })

  test('is saved once, if two people edit it', async () => {
    const { body: lot } = await admin.post('/api/green', lotBody({ name: 'Old' }))
    const save = (name: string) => admin.put(`/api/green/${lot._id}`, { ...lot, _id: undefined, name })
    expect((await save('New')).body).toMatchObject({ name: 'New', version: 2 })
    expect((await save('Other')).status).toBe(409)
    expect((await lotOf(lot._id)).name).toBe('New')
  })

  test.each([
    [{ boughtGrams: 0 }, 'boughtGrams'],
    [{ boughtGrams: 1.5 }, 'boughtGrams'],
    [{ boughtGrams: 200_000_000 }, 'boughtGrams'],
    [{ cost: -1 }, 'cost'],
    [{ code: ' ' }, 'code'],
    [{ dueOn: '2026-13-01' }, 'dueOn'],
    [{ reorderGrams: -5 }, 'reorderGrams'],
  ])('is refused with %j', async (changes, field) => {
    const { status, body } = await admin.post('/api/green', lotBody(changes))
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual([field])
  })

  test('is deleted only as a contract that no roast contains', async () => {
    const id = await addLot(admin)
    const roast = await addRoast(admin, [{ id, percent: 100 }], { name: 'Guji filter' })
    const used = await admin.delete(`/api/green/${id}`)
    expect(used.status).toBe(409)
    expect(used.body.message).toContain('Guji filter')
    await admin.delete(`/api/roasts/${roast}`)
    expect((await admin.delete(`/api/green/${id}`)).status).toBe(409)
    const free = await addLot(admin)
    await receive(free, 1000)
    expect((await admin.delete(`/api/green/${free}`)).status).toBe(409)
    await admin.delete(`/api/green/${free}/arrival`)
    expect((await admin.delete(`/api/green/${free}`)).status).toBe(200)
    expect((await admin.get(`/api/green/${free}`)).status).toBe(404)
  })

  test('is archived when it is used up, and can be restored', async () => {
    const id = await addArrivedLot(shop, admin, 500)
    const archive = (isArchived: boolean) => admin.put(`/api/green/${id}/archived`, { isArchived })
    const early = await archive(true)
    expect([early.status, early.body.message]).toEqual([
      409,
      expect.stringContaining('17.6\u00a0oz (500\u00a0g)'),
    ])
    await take(id, 500)
    expect((await archive(true)).body.state).toBe('archived')
    expect((await archive(true)).status).toBe(200)
    expect((await admin.post(`/api/green/${id}/adjustments`, { change: 5, reason: 'waste' })).status).toBe(
      409,
    )
    expect((await archive(false)).body.state).toBe('used up')
    const contract = await addLot(admin)
    expect((await admin.put(`/api/green/${contract}/archived`, { isArchived: true })).status).toBe(409)
  })
})

describe('a correction', () => {
  test('has a reason, an actor and what was left after it', async () => {
    const id = await addArrivedLot(shop, admin, 20_000)
    const { status, body } = await take(id, 250)
    expect(status).toBe(201)
    expect(body.moves[0]).toMatchObject({
      grams: -250,
      left: 19_750,
      reason: 'sample',
      note: 'For the importer',
      by: 'Olive Owner',
    })
    const { lines } = (await admin.get(`/api/record?subject=green&subjectId=${id}`)).body
    expect(lines[0]).toMatchObject({
      action: 'Sample: −8.8\u00a0oz (250\u00a0g). For the importer',
      changes: [{ field: 'Left' }],
      by: 'Olive Owner',
    })
  })

  test('never takes more than is left, and says what is left', async () => {
    const id = await addArrivedLot(shop, admin, 1000)
    const { status, body } = await take(id, 1001)
    expect([status, body.message]).toEqual([409, expect.stringContaining('has 2.2\u00a0lb (1\u00a0kg) left')])
    const contract = await addLot(admin)
    expect((await take(contract, 5)).status).toBe(409)
    expect((await take('nolot', 5)).status).toBe(404)
  })

  test('of twenty people at the same time takes exactly what is there', async () => {
    const id = await addArrivedLot(shop, admin, 7000)
    const answers = await Promise.all(Array.from({ length: 20 }, () => take(id, 1000)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(7)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(13)
    expect([await leftOf(id), await sumOfMoves(id)]).toEqual([0, 0])
  })

  test('that is sent again with the same key counts once', async () => {
    const id = await addArrivedLot(shop, admin, 7000)
    const answers = await Promise.all(Array.from({ length: 5 }, () => take(id, 1000, `key-${id}`)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect([await leftOf(id), await sumOfMoves(id)]).toEqual([6000, 6000])
    expect((await take(id, 900, `key-${id}`)).status).toBe(422)
  })
})

const count = (id: string, counted: number, expected: number) =>
  admin.post(`/api/green/${id}/counts`, { counted, expected, note: '' })

describe('a count', () => {
  test('of 41.2 kg writes the difference', async () => {
    const id = await addArrivedLot(shop, admin, 42_000)
    const { status, body } = await count(id, 41_200, 42_000)
    expect([status, body.gramsLeft]).toEqual([201, 41_200])
    expect(body.moves[0]).toMatchObject({ reason: 'count', grams: -800, left: 41_200 })
    expect((await count(id, 41_200, 42_000)).body.moves).toHaveLength(2)
    expect((await count(id, 0, 41_200)).body).toMatchObject({ gramsLeft: 0, state: 'used up' })
  })

  test('is refused if the lot has changed since the page was opened', async () => {
    const id = await addArrivedLot(shop, admin, 42_000)
    await take(id, 2000)
    const { status, body } = await count(id, 41_200, 42_000)
    expect([status, body.message]).toEqual([409, expect.stringContaining('40\u00a0kg')])
    expect(await leftOf(id)).toBe(40_000)
  })

  test('by ten people at the same time counts once', async () => {
    const id = await addArrivedLot(shop, admin, 5000)
    const counts = Array.from({ length: 10 }, (_, index) => count(id, 4000 + index, 5000))
    const won = (await Promise.all(counts)).filter(({ status }) => status === 201)
    expect(won).toHaveLength(1)
    expect(await leftOf(id)).toBe(won[0]!.body.gramsLeft)
    expect(await sumOfMoves(id)).toBe(won[0]!.body.gramsLeft)
  })
})

test('packers and customers cannot see or change green coffee', async () => {
  const id = await addLot(admin)
  for (const visitor of [await signedIn(shop, { role: 'packer' }), await signedIn(shop)]) {
    expect((await visitor.get('/api/green')).status).toBe(403)
    expect((await visitor.post(`/api/green/${id}/counts`, { counted: 1, expected: 0 })).status).toBe(403)
  }
})

test('the moves of every lot add up to what is left', async () => {
  const rows = await shop.db.selectFrom('green_lots').select(['id', 'grams_left']).execute()
  expect(rows.length).toBeGreaterThan(5)
  for (const { id, grams_left: left } of rows) expect([id, await sumOfMoves(id)]).toEqual([id, left])
})
