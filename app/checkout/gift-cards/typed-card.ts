import type { RefObject } from 'react'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { giftCards } from '#shared/checkout/api/gift-cards.ts'
import { DESIGN_KEYS } from '#shared/checkout/gift-cards.ts'
import { shortDollars } from '#shared/kernel/pricing.ts'
import { textOf } from '#app/platform/ui/form-text.ts'
import { useTypedForm } from '#app/platform/ui/use-typed-form.ts'
import { firstAmount, OWN } from './amount-choice.tsx'
import type { ShownCard } from './poster.tsx'

type Offer = Reply<typeof giftCards.offer>

/** `amount` is null until the form was changed. */
type Typed = { amount: string | null; isForOther: boolean; card: ShownCard }

/**
 * What is chosen and typed in the form, and the card that results.
 * @param ownName the name of the signed-in buyer; empty for a guest
 */
export function useTyped(form: RefObject<HTMLFormElement | null>, offer: Offer, ownName: string): Typed {
  const typed = useTypedForm(form)
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

/** '$25'; only '$' for an amount that the shop does not sell. */
function amountText(typed: string, { least, most }: Offer): string {
  const amount = Number(typed)
  return amount >= least && amount <= most ? shortDollars(amount) : '$'
}
