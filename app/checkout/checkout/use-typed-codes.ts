/** Discount codes and gift cards that are typed but not applied when the buyer presses Place Order. */
import { useState } from 'react'
import { toCents } from '#shared/kernel/pricing.ts'
import { getCart } from '#app/platform/cart/cart.ts'
import { useTypedFields } from '#app/platform/ui/typed-fields.ts'
import { chosenCards, paidByCards } from './gift-cards.ts'

const CHECK_TOTAL = 'Your code was applied. Please check the total before you place the order.'

/**
 * Applies typed codes, and then places the order. The order is not placed if a code is refused; its field then has the
 * focus. The order is not placed either if the buyer would not pay less than the page has shown, or if the agreed terms of a
 * subscription name the amount: `note` then asks to check the total.
 */
export function useTypedCodes(place: () => void) {
  const { fields, applyTyped, isApplying } = useTypedFields()
  const [note, setNote] = useState('')
  const submit = async () => {
    const before = due()
    setNote('')
    if (!(await applyTyped())) return
    const after = due()
    const isAsShown = before.codes === after.codes
    if (isAsShown || (after.cents < before.cents && !after.hasSubscription)) place()
    else setNote(CHECK_TOTAL)
  }
  return { fields, submit, isApplying, note }
}

/** What the buyer has to pay in cents, and the codes with which it was computed. */
function due() {
  const { code, totalPrice, cartItems } = getCart()
  const cards = chosenCards()
  const total = Number(totalPrice)
  return {
    cents: toCents(total) - toCents(paidByCards(cards, total)),
    codes: JSON.stringify([code?.code, ...cards.map((card) => card.code)]),
    hasSubscription: cartItems.some(({ subscribe }) => subscribe),
  }
}
