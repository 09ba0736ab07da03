import packing from '#imagery/drawings/packing.svg'
import { useQuery } from '@tanstack/react-query'
import { giftCards, type OwnCard } from '#shared/checkout/api/gift-cards.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { maskedCode } from '#shared/checkout/gift-cards.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { usePart } from '#app/platform/api/business.ts'
import { NotLoaded } from '#app/platform/ui/not-loaded.tsx'
import { ask } from '#app/platform/api/query.ts'
import { useFormatDate } from '#app/platform/orders/dates.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { EmptyState } from '#app/platform/ui/illustration.tsx'
import styles from '#app/platform/account-forms/addresses.module.css'
import { ProfilePage } from '#app/platform/account-forms/profile-page.tsx'

/** The gift cards that the account bought or received by mail. */
export default function OwnGiftCards() {
  return <ProfilePage title="Your gift cards">{() => <Cards />}</ProfilePage>
}

function Cards() {
  const isSold = usePart('giftCards') === 'on'
  const answer = useQuery({ ...ask(giftCards.mine, {}), refetchOnWindowFocus: 'always' })
  if (!answer.data) return <NotLoaded of={answer} what="your gift cards" lines={2} />
  const { cards } = answer.data
  const buy = isSold ? (
    <ButtonLink look="line" to="/gift-cards">
      Buy a gift card
    </ButtonLink>
  ) : null
  if (cards.length === 0) {
    return (
      <EmptyState drawing={packing}>
        <p>No gift card yet. Cards that you buy, and cards that are emailed to you, are listed here.</p>
        {buy}
      </EmptyState>
    )
  }
  return (
    <>
      <p>
        To pay with a card, enter its code in the last step of the checkout. The code is in the email with the
        card.
      </p>
      <ul className={`stack-3 ${styles.list}`}>
        {cards.map((card) => (
          <Card key={card._id} of={card} />
        ))}
      </ul>
      {buy ? <p>{buy}</p> : null}
    </>
  )
}

function Card({ of: card }: { of: OwnCard }) {
  const { lastFour, balance, amount, state, to, from, order } = card
  const formatted = useFormatDate()
  return (
    <li className={`stack-2 ${styles.address}`}>
      <div className="stack-1">
        <h2 className={`flex wraps align-baseline ${styles.label}`}>
          {balance === null ? formatDollars(amount) : `${formatDollars(balance)} left`}{' '}
          {state === 'active' ? null : (
            <span className={styles.mark}>{state === 'frozen' ? 'Not usable now' : 'Blocked'}</span>
          )}
        </h2>
        <p>{maskedCode(lastFour)}</p>
        {balance === null ? <p>For {to.name || to.email}</p> : <p>Of {formatDollars(amount)}</p>}
        {balance !== null && !order && from ? <p>From {from}</p> : null}
        <p>{mailText(card, formatted)}</p>
      </div>
      <div className="row-0-3 align-middle">
        {order ? (
          <ButtonLink look="quiet" to={`/order/${order._id}`} aria-label={`Open order ${order.number}`}>
            Open the order
          </ButtonLink>
        ) : null}
      </div>
    </li>
  )
}

/** When the card was mailed, or when it will be. */
function mailText({ mailedAt, sendOn, to }: OwnCard, formatted: ReturnType<typeof useFormatDate>): string {
  if (mailedAt) return `Emailed to ${to.email} on ${formatted(mailedAt, 'day')}`
  if (sendOn) return `Will be emailed to ${to.email} on ${formatDate(sendOn, 'weekday')}`
  return to.email ? `Will be emailed to ${to.email}` : 'Printed'
}
