import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { giftCardAdmin, type CardForStaff } from '#shared/checkout/api/gift-card-admin.ts'
import { urlOf } from '#shared/platform/api/url.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { maskedCode } from '#shared/checkout/gift-cards.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { ask } from '#app/platform/api/query.ts'
import { useUser } from '#app/platform/session/session.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { Email } from '#app/platform/ui/email.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { AdminPage, AdminResource } from '#app/platform/admin/admin-page.tsx'
import { CardChanges } from './card-changes.tsx'
import { cardPath, LIST, stateText } from './cards.ts'
import styles from './gift-card.module.css'

/** One gift card: what is left, where it came from, every change of its balance, and what staff can do with it. */
export default function CardPage() {
  const { id = '' } = useParams()
  const answer = useQuery(ask(giftCardAdmin.one, { params: { id } }))
  const card = answer.data
  return (
    <AdminPage
      title="Gift card"
      heading={card ? `Gift card ${maskedCode(card.lastFour)}` : 'Gift card'}
      back={{ to: LIST, title: 'Go Back' }}
      {...(card ? { state: stateText(card) } : {})}
      access="barista"
      actions={
        card?.canPrint ? (
          <ButtonLink look="line" to={urlOf(giftCardAdmin.file, { params: { id } })} reloadDocument download>
            Print (PDF)
          </ButtonLink>
        ) : null
      }
    >
      {() => (
        <AdminResource answer={answer} what="gift card" gone="There is no such gift card." list={LIST}>
          {(data) => <Card card={data} />}
        </AdminResource>
      )}
    </AdminPage>
  )
}

function Card({ card }: { card: CardForStaff }) {
  const isAdmin = useUser()?.isAdmin ?? false
  return (
    <div className="stack-4 may-shrink">
      <p className={styles.balance}>
        {formatDollars(card.balance)} <span>of {formatDollars(card.amount)} is left</span>
      </p>
      <Facts card={card} />
      {card.state === 'active' && !card.canPrint ? (
        <p>
          {card.isInvented
            ? 'This card was invented for the demo and has no code. To try printing or emailing a card, replace it or sell one.'
            : 'The code of this card can no longer be read, for example after a restore from a backup. The card stays valid. To print or email it, replace it.'}
        </p>
      ) : null}
      {isAdmin ? <CardChanges key={card._id} card={card} /> : null}
      <section className="stack-2" aria-labelledby="moves">
        <h2 id="moves">Changes of the balance</h2>
        <Table label="Changes of the balance" columns={MOVES} rows={card.moves} keyOf={({ _id }) => _id} />
      </section>
    </div>
  )
}

function Facts({
  card: { to, from, note, order, soldBy, createdAt, sendOn, mailedAt, replacedBy },
}: {
  card: CardForStaff
}) {
  return (
    <dl className={styles.facts}>
      <dt>Sold</dt>
      <dd>
        {formatDate(createdAt, 'dayAndTime')}
        {soldBy ? `, at the bar by ${soldBy}` : ''}
        {order ? (
          <>
            , order <Link to={`/order/${order._id}`}>No. {order.number}</Link>
          </>
        ) : null}
      </dd>
      {to.name || to.email ? (
        <>
          <dt>For</dt>
          <dd>
            {to.name} {to.email ? <Email>{to.email}</Email> : null}
          </dd>
        </>
      ) : null}
      {from ? (
        <>
          <dt>From</dt>
          <dd>{from}</dd>
        </>
      ) : null}
      {note ? (
        <>
          <dt>Note</dt>
          <dd>{note}</dd>
        </>
      ) : null}
      {to.email ? (
        <>
          <dt>Emailed</dt>
          <dd>
            {mailedAt
              ? formatDate(mailedAt, 'dayAndTime')
              : sendOn
                ? `On ${formatDate(sendOn, 'weekday')}`
                : 'Not yet'}
          </dd>
        </>
      ) : null}
      {replacedBy ? (
        <>
          <dt>Replaced by</dt>
          <dd>
            <Link to={cardPath(replacedBy._id)}>{maskedCode(replacedBy.lastFour)}</Link>
          </dd>
        </>
      ) : null}
    </dl>
  )
}

type Move = CardForStaff['moves'][number]

const KINDS: Record<Move['kind'], string> = {
  issued: 'Bought in the shop',
  sold: 'Sold at the bar',
  held: 'Pays an order',
  released: 'Order not paid, given back',
  refunded: 'Refund of an order',
  returned: 'Its purchase was refunded',
  adjusted: 'Changed by staff',
  moved: 'Moved to or from another card',
}

const MOVES: Column<Move>[] = [
  {
    name: 'WHEN',
    of: ({ at }) => formatDate(at, 'shortDayAndTime'),
    noWrap: true,
    rowHeader: true,
    title: true,
  },
  {
    name: 'WHAT',
    wide: true,
    of: ({ kind, order, reason }) => (
      <>
        {KINDS[kind]}
        {order ? (
          <>
            , <Link to={`/order/${order._id}`}>No. {order.number}</Link>
          </>
        ) : null}
        {reason ? `: ${reason}` : ''}
      </>
    ),
  },
  { name: 'BY', of: ({ by }) => by },
  { name: 'AMOUNT', of: ({ amount }) => <Money dollars={amount} />, align: 'end', noWrap: true },
]
