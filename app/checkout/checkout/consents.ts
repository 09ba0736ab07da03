import { useRef, useState } from 'react'
import { newsletter } from '#shared/content/api/newsletter.ts'
import { usePart } from '#app/platform/api/business.ts'
import { call } from '#app/platform/api/call.ts'
import type { Cart } from '#app/platform/cart/cart.ts'
import { useDraft } from '#app/platform/session/drafts.ts'

export type Consents = ReturnType<typeof useConsents>

/** What the buyer agrees to: the terms of a subscription, and the newsletter. @param email the buyer's address */
export function useConsents(cart: Cart, email: string) {
  const hasSubscription = cart.cartItems.some(({ subscribe }) => subscribe)
  const [agreed, setAgreed] = useState<string | undefined>(undefined)
  const [isMissing, setMissing] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const news = useDraft('newsletter')
  const offersNews = usePart('newsletters') === 'on'
  return {
    hasSubscription,
    /** The agreed text; undefined if the cart has no subscription, or the box is not checked. */
    agreed: hasSubscription ? agreed : undefined,
    agree: (text: string | undefined) => {
      setAgreed(text)
      setMissing(false)
    },
    isMissing,
    box,
    /** Whether the buyer has agreed. If not, shows that, and focuses the box. */
    check: (): boolean => {
      const isAgreed = !hasSubscription || agreed !== undefined
      setMissing(!isAgreed)
      if (!isAgreed) box.current?.focus()
      return isAgreed
    },
    offersNews,
    wantsNews: news.text !== '',
    setWantsNews: (wants: boolean) => news.type(wants ? 'yes' : ''),
    /** Signs up for the newsletter if the buyer wants it. A failure is not shown: the footer has the form too. */
    askForNews: () => {
      if (news.text === '') return
      news.discard()
      if (!offersNews) return
      call(newsletter.subscribe, { body: { email, source: 'checkout' } }).catch(() => undefined)
    },
  }
}
