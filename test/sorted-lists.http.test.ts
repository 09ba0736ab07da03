/** The paged lists of the desk: each column in both directions, equal rows, pages, and what is refused. */
import type { Insertable } from 'kysely'
import { account, invoiced } from '#server/wholesale/invoices/ledger.testing.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/start/api.ts'
import type { Endpoint } from '#shared/platform/api/endpoint.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { Schema } from '#server/kernel/db/schema.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import { VIENNA } from './purchase.ts'
import { sendContactMessage } from './messages.ts'
import { openShop, type TestShop } from './shop.ts'
import { type SignedInVisitor, signedIn } from './signed-in.ts'
import { subscriptionRow } from './subscription-rows.ts'
import { insert } from './table-rows.ts'

type Listed = Record<string, any> & { _id: string }

/** Of each list: its rows in the reply, and what each of its columns sorts by. */
const LISTS: Record<string, { path: string; rows: string; by: Record<string, (row: Listed) => unknown> }> = {
  'orders to ship': {
    path: '/api/shippo/queue',
    rows: 'orders',
    by: {
      paid: ({ paidAt }) => paidAt,
      ships: ({ shipsOn }) => shipsOn ?? '',
      name: ({ name }) => name.toLowerCase(),
      shipping: ({ shippingPrice }) => shippingPrice,
    },
  },
  pickups: {
    path: '/api/pickup',
    rows: 'orders',
    by: {
      name: ({ name }) => name.toLowerCase(),
      promised: ({ readyOn }) => readyOn ?? '',
      ready: ({ readyAt }) => readyAt ?? '',
    },
  },
  subscriptions: {
    path: '/api/subscriptions',
    rows: 'subscriptions',
    by: {
      date: ({ createdAt }) => createdAt,
      name: ({ buyer }) => buyer.name.toLowerCase(),
      next: ({ nextOn }) => nextOn ?? '',
    },
  },
  invoices: {
    path: '/api/invoices',
    rows: 'invoices',
    by: {
      date: ({ issuedOn }) => issuedOn,
      due: ({ dueOn }) => dueOn,
      total: ({ total }) => total,
      number: ({ number }) => number,
    },
  },
  'gift cards': {
    path: '/api/giftcards',
    rows: 'cards',
    by: {
      date: ({ createdAt }) => createdAt,
      name: ({ to }) => to.name.toLowerCase(),
      amount: ({ amount }) => amount,
      left: ({ balance }) => balance,
    },
  },
  events: {
    path: '/api/events/all',
    rows: 'events',
    by: {
      date: ({ startsAt }) => startsAt,
      name: ({ title }) => title.toLowerCase(),
      taken: ({ taken }) => taken,
    },
  },
  messages: {
    path: '/api/messages',
    rows: 'messages',
    by: { date: ({ createdAt }) => createdAt, name: ({ name }) => name.toLowerCase() },
  },
  mail: { path: '/api/mail', rows: 'mail', by: { date: ({ createdAt }) => createdAt } },
  reviews: {
    path: '/api/reviews',
    rows: 'reviews',
    by: { date: ({ createdAt }) => createdAt, rating: ({ rating }) => rating },
  },
  'the change log': { path: '/api/record', rows: 'lines', by: { date: ({ at }) => at, who: ({ by }) => by } },
  'lots and their costs': {
    path: '/api/roastery/lot-costs',
    rows: 'lots',
    by: { code: ({ code }) => code, roasted: ({ roastedOn }) => roastedOn, weight: ({ grams }) => grams },
  },
}

/** Tested beside their code. */
const OTHERS = ['/api/orders', '/api/users/search', '/api/products/desk']

const COUNT = 12
let shop: TestShop
let admin: SignedInVisitor

beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { isAdmin: true, name: 'Olive Owner' })
  for (let index = 0; index < COUNT; index++) {
    await addRows(index)
    // Two rows of each list are of the same moment.
    if (index % 2 === 1) shop.clock.advance(1000)
  }
})
afterAll(() => shop.close())

/** An invoice of the only account. */
async function addInvoice(index: number, day: string): Promise<void> {
  company ??= await account(shop)
  const id = await invoiced(shop, company, 1000 * (1 + (index % 3)))
  const days = { issued_on: day, due_on: `2027-01-0${1 + (index % 5)}` }
  await shop.db.updateTable('invoices').set(days).where('id', '=', id).execute()
}
let company: string | undefined

/** Adds a row to each list. Each value is also that of other rows. */
async function addRows(index: number): Promise<void> {
  const { db, clock } = shop
  const now = isoNow(clock)
  const name = ['Bea', 'ann', 'Carl'][index % 3]!
  const day = `2026-12-0${1 + (index % 4)}`
  const next_on = index % 5 === 0 ? null : day
  await insert(db, 'subscriptions', subscriptionRow(newId(clock), now, { next_on, buyer_name: name }))
  await addInvoice(index, day)
  for (const is_pickup of [0, 1] as const)
    await insert(db, 'orders', paidOrder(index, { name, day, is_pickup }))
  await insert(db, 'gift_cards', {
    id: newId(clock),
    code_hash: `hash-${index}`,
    sealed_code: null,
    last_four: 'ABCD',
    state: 'active',
    cents: 1000 * (1 + (index % 3)),
    balance_cents: 100 * (index % 4),
    order_id: null,
    replaced_by: null,
    recipient_name: name,
    send_on: null,
    mailed_at: null,
    sold_by: null,
    created_at: now,
    issued_at: now,
  })
  const event = {
    ends: `${day}T20:00`,
    place: 'The bar',
    seats: 8,
    image: '',
    description: '',
    is_draft: 0 as const,
  }
  await insert(db, 'events', {
    ...event,
    id: newId(clock),
    title: name,
    slug: `event-${index}`,
    starts: `${day}T18:00`,
    price_cents: null,
    taken: index % 3,
    cancelled_at: null,
    created_at: now,
    updated_at: now,
  })
  await sendContactMessage(shop, { name })
  await logChange(db, shop, { _id: null, name }, { subject: 'menu', name: 'Menu', action: 'Changed' })
  const product = await shop.sell()
  const { id: user } = await signedIn(shop, { name })
  await insert(db, 'reviews', {
    id: newId(clock),
    product_id: product,
    user_id: user,
    name,
    rating: 1 + (index % 3),
    comment: 'Good.',
    created_at: now,
    hidden_at: null,
    hidden_by: null,
    hidden_reason: null,
  })
  await insert(db, 'coffee_lots', {
    id: newId(clock),
    code: `26120${index % 10}-${String.fromCodePoint(65 + index)}A`,
    product_id: product,
    roasted_on: day,
    made_on: day,
    grams: 1000 * (1 + (index % 3)),
    grams_left: 0,
    made_at: now,
    made_by: 'Olive Owner',
  })
}

type PaidOrder = { name: string; day: string; is_pickup: 0 | 1 }

function paidOrder(index: number, { name, day, is_pickup }: PaidOrder): Insertable<Schema['orders']> {
  const now = isoNow(shop.clock)
  const shipping_cents = is_pickup ? 0 : 500 + 100 * (index % 3)
  const { state: ship_state, postalCode: postal_code, ...address } = VIENNA
  return {
    id: newId(shop.clock),
    number: null,
    user_id: null,
    buyer_name: name,
    buyer_email: 'ann@example.com',
    state: 'paid',
    ...address,
    ship_state,
    postal_code,
    payment_method: 'PayPal',
    shipment_id: '',
    rate_id: '',
    shipping_service: '',
    items_cents: 1000,
    shipping_cents,
    tax_cents: 0,
    total_cents: 1000 + shipping_cents,
    quoted_cents: null,
    roasts_on: null,
    ships_on: is_pickup || index % 5 > 0 ? day : null,
    arrives_from: null,
    arrives_to: null,
    is_pickup,
    pickup_from: is_pickup ? '10:00' : null,
    pickup_to: is_pickup ? '18:00' : null,
    ready_at: is_pickup && index % 2 === 0 ? now : null,
    created_at: now,
    reserved_until: now,
    paid_at: now,
    shipped_at: null,
    delivered_at: null,
    closed_at: null,
  }
}

test('each paged list that can be sorted is tested', () => {
  const sorted = Object.values(api)
    .flatMap((contract) => Object.values(contract) as Endpoint[])
    .filter(({ query }) => {
      const shape = (query?._zod.def as { shape?: object } | undefined)?.shape ?? {}
      return 'sort' in shape && 'pageNumber' in shape
    })
    .filter(({ access }) => access !== 'public')
    .map(({ path }) => path)
  expect(sorted.toSorted()).toEqual([...Object.values(LISTS).map(({ path }) => path), ...OTHERS].toSorted())
})

describe.each(Object.entries(LISTS))('the list of %s', (_, { path, rows, by }) => {
  const read = async (query: Record<string, string>): Promise<Listed[]> => {
    const answer = await admin.get(`${path}?${new URLSearchParams(query).toString()}`)
    expect(answer.status, answer.text).toBe(200)
    return answer.body[rows]
  }

  test('is sorted by each column both ways, with equal rows in the order of their ids', async () => {
    for (const [sort, keyOf] of Object.entries(by)) {
      const listed = await read({ sort, order: 'asc', pageSize: '50' })
      expect(listed.length, sort).toBeGreaterThanOrEqual(COUNT)
      const keys = listed.map((row) => [keyOf(row), row._id] as [never, string])
      const expected = keys.toSorted(
        ([a, one], [b, other]) => Number(a > b) - Number(a < b) || (one < other ? -1 : 1),
      )
      expect(keys, sort).toEqual(expected)
      expect(await read({ sort, order: 'desc', pageSize: '50' })).toEqual(listed.toReversed())
      expect(await read({ sort, pageSize: '50' })).toEqual(listed.toReversed())
      const pages = [1, 2].map((pageNumber) => ({
        sort,
        order: 'asc',
        pageSize: '10',
        pageNumber: String(pageNumber),
      }))
      const parts = await Promise.all(pages.map(read))
      expect(parts.flat(), sort).toEqual(listed.slice(0, 20))
    }
  })

  test('refuses other columns, orders and numbers of rows, and is empty after its last page', async () => {
    for (const query of ['sort=secret', 'sort=', 'order=up', 'pageSize=11', 'pageSize=100', 'pageNumber=0'])
      expect((await admin.get(`${path}?${query}`)).status, query).toBe(400)
    const sort = Object.keys(by)[0]!
    expect(await read({ sort, pageNumber: '99' })).toEqual([])
  })
})
