import { useEffect, useState, type RefObject } from 'react'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { giftCards } from '#shared/checkout/api/gift-cards.ts'
import { DESIGN_KEYS } from '#shared/checkout/gift-cards.ts'
import { shortDollars } from '#shared/kernel/pricing.ts'
import { textOf } from '#app/platform/ui/form-text.ts'
import { firstAmount, OWN } from './amount-choice.tsx'
import type { ShownCard } from './poster.tsx'

type Offer = Reply<typeof giftCards.offer>

/** `amount` is null until the form was changed. */
type Typed = { amount: string | null; isForOther: boolean; card: ShownCard }

/**
 * What is chosen and typed in the form, and the card that results. It is read from the form and not controlled: a choice
 * that is made before hydration is repeated afterwards as a `change` event (app/platform/hydrate-on-input.tsx), which
 * React ignores for radio buttons.
 * @param ownName the name of the signed-in buyer; empty for a guest
 */
export function useTyped(form: RefObject<HTMLFormElement | null>, offer: Offer, ownName: string): Typed {
  const [typed, setTyped] = useState<FormData | null>(null)
  useEffect(() => {
    const node = form.current!
    const read = () => setTyped(new FormData(node))
    for (const event of EVENTS) node.addEventListener(event, read)
    return () => {
      for (const event of EVENTS) node.removeEventListener(event, read)
    }
  }, [form])
  const text = (name: string) => (typed === null ? '' : textOf(typed, name).trim())
  const amount = typed && text('amount')
  const isForOther = text('for') === 'other'
  const buyer = ownName || text('name')
  const chosen = amount ?? firstAmount(offer.amounts)
  return {
    amount,
    isForOther,
    card: {
      amount: amountText(chosen === OWN ? text('ownAmount').replace(/^\$/, '') : chosen, offer),
      design: DESIGN_KEYS.find((key) => key === text('design')) ?? DESIGN_KEYS[0],
      to: isForOther ? text('toName') : buyer,
      from: isForOther ? text('from') || buyer : buyer,
      note: isForOther ? text('note') : '',
    },
  }
}

const EVENTS = ['change', 'input'] as const

/** '$25'; only '$' for an amount that the shop does not sell. */
function amountText(typed: string, { least, most }: Offer): string {
  const amount = Number(typed)
  return amount >= least && amount <= most ? shortDollars(amount) : '$'
}
