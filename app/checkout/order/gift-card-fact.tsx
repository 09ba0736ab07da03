import { useQuery } from '@tanstack/react-query'
import { giftCards, type CardOfOrder } from '#shared/checkout/api/gift-cards.ts'
import type { Order } from '#shared/checkout/api/orders.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { maskedCode } from '#shared/checkout/gift-cards.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { ask } from '#app/platform/api/query.ts'
import { useFormatDate } from '#app/platform/orders/dates.ts'
import styles from '#app/platform/orders/order.module.css'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Loading } from '#app/platform/ui/skeleton.tsx'
import { SmallPicture } from '../gift-cards/poster.tsx'
import { BuyerLines, Mark } from './fact-mark.tsx'
import { FileButton } from './file-button.tsx'

/** The gift card that an order buys: who gets it and when, and what is left. Shown instead of the shipping address. */
export function GiftCardFact({ order }: { order: Order }) {
  const { user, state } = order
  const answer = useQuery({
    ...ask(giftCards.ofOrder, { params: { id: order._id } }),
    // The card changes when its order changes.
    queryKey: ['orders', order._id, 'gift card', state],
  })
  return (
    <section className={styles.fact}>
      <h2>Gift card</h2>
      <BuyerLines of={user} />
      {answer.data ? (
        <Card order={order} card={answer.data} />
      ) : answer.isError ? (
        <LoadError error={answer.error} retry={answer.refetch} />
      ) : (
        <Loading what="Loading the gift card" />
      )}
    </section>
  )
}

function Card({ order, card }: { order: Order; card: CardOfOrder }) {
  const { to, note, design, balance, amount, lastFour, canPrint } = card
  const isForOther = to.email !== order.user.email
  return (
    <>
      {isForOther ? (
        <p>
          For {to.name}
          <br />
          <span className="break-words">{to.email}</span>
        </p>
      ) : null}
      <SmallPicture of={design} />
      {note ? <p className={`note ${styles.service}`}>“{note}”</p> : null}
      {lastFour ? (
        <p>
          {formatDollars(balance)} of {formatDollars(amount)} is left on {maskedCode(lastFour)}
        </p>
      ) : null}
      <Mailed card={card} />
      {canPrint ? (
        <FileButton file={giftCards.file} order={order} name={`gift-card-${order.number}.pdf`}>
          Gift card to print (PDF)
        </FileButton>
      ) : null}
    </>
  )
}

function Mailed({ card: { state, mailedAt, sendOn } }: { card: CardOfOrder }) {
  const format = useFormatDate()
  if (state === 'void') return null
  if (state === 'ordered')
    return (
      <Mark done={false}>
        {sendOn
          ? `Will be emailed on ${formatDate(sendOn, 'weekday')}, if it is paid`
          : 'Will be emailed as soon as it is paid'}
      </Mark>
    )
  if (state === 'frozen') return <Mark done={false}>Blocked, because its payment is disputed</Mark>
  if (state === 'disabled') return <Mark done={false}>Blocked</Mark>
  return (
    <Mark done={mailedAt !== null}>
      {mailedAt
        ? `Emailed on ${format(mailedAt, 'dayAndTime')}`
        : sendOn
          ? `Will be emailed on ${formatDate(sendOn, 'weekday')}`
          : 'Will be emailed in a moment'}
    </Mark>
  )
}
