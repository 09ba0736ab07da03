import { useMutation, useQuery } from '@tanstack/react-query'
import { giftCards, type CardOfOrder } from '#shared/checkout/api/gift-cards.ts'
import type { Order } from '#shared/checkout/api/orders.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { maskedCode } from '#shared/checkout/gift-cards.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { fetchFile, saveBlob } from '#app/platform/api/save-file.ts'
import { ask } from '#app/platform/api/query.ts'
import { useFormatDate } from '#app/platform/orders/dates.ts'
import styles from '#app/platform/orders/order.module.css'
import { Button } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Loading } from '#app/platform/ui/skeleton.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { Mark } from './fact-mark.tsx'

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
      <p>
        {user.name}
        <br />
        <a href={`mailto:${user.email}`} className="break-words">
          {user.email}
        </a>
      </p>
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
  const { to, note, balance, amount, lastFour, canPrint } = card
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
      {note ? <p className={`note ${styles.service}`}>“{note}”</p> : null}
      {lastFour ? (
        <p>
          {formatDollars(balance)} of {formatDollars(amount)} is left on {maskedCode(lastFour)}
        </p>
      ) : null}
      <Mailed card={card} />
      {canPrint ? <PrintButton order={order} /> : null}
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

/** Downloads the card. It is not a link, because a guest's token must not be in a URL. */
function PrintButton({ order }: { order: Order }) {
  const loading = useMutation({
    mutationFn: () => fetchFile(giftCards.file, order._id),
    onSuccess: (file) => saveBlob(file, `gift-card-${order.number}.pdf`),
    onError: (error) => toast.error(error.message),
  })
  return (
    <Button look="line" busy={loading.isPending} onClick={() => loading.mutate()}>
      Gift card to print (PDF)
    </Button>
  )
}
