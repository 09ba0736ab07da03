/** A shop with four coffees roasted to order, and thirty paid orders for its next roast day. */
import { expect, request, type Page } from '@playwright/test'
import { callApi } from '../by-api.ts'
import { BASE_URL } from '../playwright.config.ts'
import { createProduct } from '../products.ts'
import { BUYER, newEmail } from '../steps.ts'

const LARGEST = 12_000
const GREENS = [
  { code: 'GUJI-26', name: 'Ethiopia Guji Uraga', origin: 'Ethiopia, Guji', producer: 'Tabe Haro' },
  {
    code: 'HUILA-26',
    name: 'Colombia Huila Pitalito',
    origin: 'Colombia, Huila',
    producer: 'Finca El Mirador',
  },
  { code: 'LINTONG-26', name: 'Sumatra Lintong', origin: 'Indonesia, Sumatra', producer: 'Lintong Nihuta' },
]
const COFFEES = ['Guji Uraga', 'Huila Pitalito', 'Sumatra Lintong', 'House Blend']
const SIZES = [
  { grams: 340, price: 18 },
  { grams: 1000, price: 46 },
]
const GRINDS = ['Whole bean', 'Espresso', 'French press']

export type Coffee = { _id: string; name: string; sizes: { id: string }[] }

/** Green coffee, roasts, recipes and four products; the last one is a blend of the first two roasts. `page` is the owner. */
export async function addCoffees(page: Page): Promise<Coffee[]> {
  const api = page.request
  const saved = await callApi(api, 'GET', '/api/settings/roasting')
  await callApi(api, 'PUT', '/api/settings/roasting', { ...saved, capacity: 60_000, largest: LARGEST })
  const roasts: string[] = []
  for (const green of GREENS) {
    const lot = await callApi(api, 'POST', '/api/green', { ...EMPTY_LOT, ...green })
    await callApi(api, 'POST', `/api/green/${lot._id}/arrival`, { arrivedOn: '2026-10-05', grams: 60_000 })
    const roast = await callApi(api, 'POST', '/api/roasts', {
      name: green.name.split(' ').slice(1).join(' '),
      profile: 'Filter 4',
      loss: 15,
      smallest: null,
      largest: null,
      notes: '',
      greens: [{ id: lot._id, percent: 100 }],
      version: 0,
    })
    roasts.push(roast._id)
  }
  const parts = [...roasts.map((id) => [{ id, percent: 100 }]), blendOf(roasts)]
  const coffees: Coffee[] = []
  for (const [index, name] of COFFEES.entries()) {
    const sizes = SIZES.map((size) => ({ ...size, countInStock: 0, label: '', sku: '' }))
    const coffee = await createProduct(page, name, { isRoastedToOrder: true, countInStock: 0, sizes })
    await callApi(api, 'PUT', `/api/recipes/${coffee._id}`, { roasts: parts[index], notes: '', version: 0 })
    coffees.push(await callApi(api, 'GET', `/api/products/${coffee._id}`))
  }
  return coffees
}

const EMPTY_LOT = {
  boughtGrams: 60_000,
  cost: 520,
  bags: 1,
  dueOn: '',
  reorderGrams: null,
  supplier: 'Harbor Imports',
  process: 'Washed',
  variety: '',
  altitude: '',
  crop: '2025/26',
  story: '',
  notes: '',
}

const blendOf = ([guji, huila]: string[]) => [
  { id: guji, percent: 60 },
  { id: huila, percent: 40 },
]

const FIRST = ['Ada', 'Ben', 'Cora', 'Dev', 'Emmy', 'Finn', 'Grace', 'Hugo', 'Ines', 'Jonas']
const LAST = ['Byron', 'Hopper', 'Noether']

/** Thirty buyers order and pay: 1 to 4 lines, one gift, one pickup, and two orders that are refunded in part. */
export async function addOrders(page: Page, coffees: readonly Coffee[]): Promise<void> {
  const filters = await createProduct(page, 'Paper Filters', {
    category: 'Brewing Gear',
    size: null,
    price: 7,
  })
  const ids: string[] = []
  for (let index = 0; index < 30; index++) {
    const orderItems = Array.from({ length: 1 + (index % 4) }, (_, line) => {
      const coffee = coffees[(index + line) % 4]!
      const size = coffee.sizes[(index + line) % 5 === 0 ? 1 : 0]!
      return {
        _id: coffee._id,
        sizeId: size.id,
        grind: GRINDS[(index * line) % 3],
        qty: 1 + ((index + line) % 2),
      }
    })
    const name = `${FIRST[index % 10]} ${LAST[Math.trunc(index / 10)]}`
    const goods = index % 6 === 5 ? [...orderItems, { _id: filters._id, qty: 1 }] : orderItems
    ids.push(await buy(name, goods, index))
  }
  for (const id of [ids[3]!, ids[18]!]) {
    const { orderItems } = await callApi(page.request, 'GET', `/api/orders/${id}`)
    const lines = [{ _id: orderItems[0].product ?? orderItems[0]._id, line: 0, qty: 1 }]
    await callApi(page.request, 'POST', `/api/orders/${id}/refund`, { lines })
  }
}

/** Returns the id of the order. The 8th is a gift, and the 12th is for pickup. */
async function buy(name: string, orderItems: object[], index: number): Promise<string> {
  const api = await request.newContext({ baseURL: BASE_URL })
  await callApi(api, 'POST', '/api/users', { name, email: newEmail(), password: BUYER.password })
  const isPickup = index === 11
  const shippingAddress = {
    address: `${100 + index} Maple Avenue E`,
    address2: '',
    city: 'Vienna',
    ...VIRGINIA,
  }
  const goods = { orderItems }
  const way = isPickup
    ? { pickup: {} }
    : {
        shippingAddress,
        shippingQuote: await callApi(api, 'POST', '/api/shippo/calcship', { ...goods, shippingAddress }),
      }
  const order = await callApi(api, 'POST', '/api/orders', {
    ...goods,
    ...way,
    ...(index === 7 ? { gift: { note: 'Happy birthday, Finn' } } : {}),
  })
  const { orderId } = await callApi(api, 'POST', `/api/orders/${order._id}/paypal`, {})
  await callApi(api, 'POST', `/sandbox/paypal/checkoutnow/${orderId}/approve`, {})
  const paid = await callApi(api, 'PUT', `/api/orders/${order._id}/pay`, { id: orderId })
  expect(paid.isPaid).toBe(true)
  await api.dispose()
  return order._id
}

const VIRGINIA = { state: 'VA', postalCode: '22180', country: 'US' }
