/** What the checkout does after the shop has refused an order: it updates the cart, so that the next press can succeed. */
import type { QueryClient } from '@tanstack/react-query'
import { discounts } from '#shared/checkout/api/discounts.ts'
import { businessQuery } from '#app/platform/api/business.ts'
import { CallError, call, fieldsIn } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { getCart, orderItemsOf, setCode, setPriceRules } from '#app/platform/cart/cart.ts'
import { updatePrices } from '#app/platform/cart/check.ts'
import { unpaidOrder } from '#app/platform/cart/placed.ts'
import { checkGiftCards } from './gift-cards.ts'
import { requote } from './quote.ts'

/**
 * Why the order was not placed. After `stock`, the buyer must change the cart. After `unpaid`, the buyer must pay or
 * cancel other orders. After `guest` and `recipient`, the buyer must correct a field. After `pickup`, the page shows the new
 * day; if there is none, the buyer must choose shipping. After all other kinds, the buyer can press the button again.
 */
export type OrderProblem = {
  kind: 'prices' | 'stock' | 'quote' | 'pickup' | 'gift-card' | 'unpaid' | 'guest' | 'recipient' | 'other'
  message: string
}

/** Updates the cart after a refusal. Returns the problem, with the message for the buyer. */
export async function updateCart(client: QueryClient, error: Error): Promise<OrderProblem> {
  try {
    return (await updatePrice(client, error)) ?? (await problemOf(client, error))
  } catch (secondError) {
    return { kind: 'other', message: secondError instanceof Error ? secondError.message : error.message }
  }
}

/** Gets what the total depends on again. Null if the refusal is about something else. */
async function updatePrice(client: QueryClient, error: Error): Promise<OrderProblem | null> {
  const { code } = dataOf(error)
  if (code === 'prices') {
    await updatePrices(client)
    await updateCode()
    const { tax, place } = await client.fetchQuery({ ...businessQuery, staleTime: 0 })
    setPriceRules({ tax, barState: place.state })
    return { kind: 'prices', message: 'Prices have changed. Please check the new total before you pay.' }
  }
  if (code === 'discount') {
    setCode(null)
    return { kind: 'prices', message: `${error.message}. The code was removed: please check the total.` }
  }
  if (code === 'gift-card') {
    await checkGiftCards()
    return { kind: 'gift-card', message: `${error.message}. Please check what is left to pay.` }
  }
  if (code === 'quote' || (error instanceof CallError && error.failure === 404)) {
    await requote()
    return {
      kind: 'quote',
      message: 'The shipping price had expired, so we got a new one. Please check the total again.',
    }
  }
  return null
}

/** Codes of refusals after which the cart page says what to change, such as the grinds that are offered. */
const ABOUT_GOODS: ReadonlySet<unknown> = new Set(['subscription', 'stock', 'grind', 'share'])

async function problemOf(client: QueryClient, error: Error): Promise<OrderProblem> {
  const { message } = error
  const { code } = dataOf(error)
  if (code === 'pickup') {
    await refresh(client, 'delivery')
    return { kind: 'pickup', message: `${message}.` }
  }
  if (code === 'terms') {
    await client.invalidateQueries({ queryKey: ['terms'] })
    return { kind: 'other', message: `${message}.` }
  }
  if (code === 'paused') {
    await refresh(client, 'config')
    return { kind: 'other', message }
  }
  if (code === 'stock') void refresh(client, 'products')
  if (ABOUT_GOODS.has(code)) return { kind: 'stock', message }
  const fields = fieldsIn(error)
  if (fields['guest.name'] || fields['guest.email']) return { kind: 'guest', message }
  if (Object.keys(fields).some((path) => /\.(recipient|phone)$/.test(path)))
    return { kind: 'recipient', message }
  // The buyer has too many unpaid orders.
  if (code === 'unpaid') return { kind: 'unpaid', message }
  const isLost = error instanceof CallError && typeof error.failure === 'string'
  return {
    kind: 'other',
    message: isLost ? `${message}. Nothing is lost, and pressing again cannot order twice.` : message,
  }
}

function dataOf(error: Error): Record<string, unknown> {
  return error instanceof CallError ? error.data : {}
}

/** Fetches the discount code and the amount for free shipping again, because the owner may have changed them. */
async function updateCode(): Promise<void> {
  const cart = getCart()
  if (!cart.code) return
  const body = { code: cart.code.code, orderItems: orderItemsOf(cart), ...unpaidOrder() }
  setCode(await call(discounts.check, { body }))
  if (!cart.isPickup) await requote()
}
