import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Todo as TodoOf } from '#shared/api/admin.ts'
import { brand } from '#shared/brand.ts'
import { formatNumber, plural } from '#shared/counts.ts'
import { elapsed } from '#shared/dates.ts'
import { Money } from '../../../ui/money.tsx'
import styles from './todo.module.css'

/** A frame for each kind of thing that waits; what does not wait is said in one calm line. */
export function Todo({ of: todo, now }: { of: TodoOf; now: string }) {
  const kinds = [
    { ...todo.toShip, kind: ToShip, calm: 'no order waits to be shipped' },
    { ...todo.payments, kind: Payments, calm: 'all payments are settled' },
    { ...todo.unanswered, kind: Unanswered, calm: 'nobody waits for an answer' },
    { ...todo.lowStock, kind: LowStock, calm: 'no stock is low' },
    { ...todo.failedMail, kind: FailedMail, calm: 'no mail has failed' },
  ]
  const waiting = kinds.filter(({ count }) => count > 0)
  const calm = kinds.filter(({ count }) => count === 0).map((kind) => kind.calm)
  return (
    <section className={styles.todo} aria-labelledby="todo">
      <h2 id="todo">To do</h2>
      {waiting.length > 0 ? (
        <div className={styles.frames} data-count={waiting.length}>
          {waiting.map(({ kind: Kind, calm: name }) => (
            <Kind key={name} todo={todo} now={now} />
          ))}
        </div>
      ) : (
        <p className={styles.nothing}>
          Nothing waits for you. <em>{brand.tagline}</em>
        </p>
      )}
      {calm.length > 0 ? <p className={styles.calm}>{sentence(calm)}</p> : null}
    </section>
  )
}

function sentence(parts: string[]): string {
  const last = parts.at(-1)!
  const text = parts.length === 1 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

type Kind = { todo: TodoOf; now: string }

function ToShip({ todo: { toShip }, now }: Kind) {
  return (
    <Frame things={['order to ship', 'orders to ship']} count={toShip.count} to="/admin/shipping">
      {toShip.first.map((order) => (
        <Item
          key={order._id}
          to={`/order/${order._id}`}
          name={order.name}
          aside={<Money dollars={order.total} />}
          words={`paid ${elapsed(order.paidAt, now)} ago`}
        />
      ))}
    </Frame>
  )
}

const WHY: Partial<Record<TodoOf['payments']['first'][number]['why'], string>> = {
  confirming: 'PayPal has not answered for',
  review: 'under review for',
  disputed: 'disputed at PayPal for',
  due: 'to be given back since',
}

function Payments({ todo: { payments }, now }: Kind) {
  // Two findings of one comparison can show exactly the same, so only their place in the list tells them apart.
  const numbered = payments.first.map((payment, place) => ({ ...payment, place }))
  return (
    <Frame things={['payment to look at', 'payments to look at']} count={payments.count} to="/admin/money">
      {numbered.map((payment) => (
        <Item
          key={`${payment.order} ${payment.since} ${payment.place}`}
          to={payment.order ? `/order/${payment.order}` : '/admin/money'}
          name={payment.name}
          {...(payment.amount === null ? {} : { aside: <Money dollars={payment.amount} /> })}
          words={`${WHY[payment.why] ?? 'found'} ${elapsed(payment.since, now)}${WHY[payment.why] ? '' : ' ago'}`}
        />
      ))}
    </Frame>
  )
}

function Unanswered({ todo: { unanswered }, now }: Kind) {
  return (
    <Frame
      things={['message to answer', 'messages to answer']}
      count={unanswered.count}
      to="/admin/messages?status=new"
    >
      {unanswered.first.map((letter) => (
        <Item
          key={letter._id}
          to={`/admin/messages?id=${letter._id}`}
          name={letter.name}
          aside={elapsed(letter.createdAt, now)}
          words={letter.text}
        />
      ))}
    </Frame>
  )
}

function LowStock({ todo: { lowStock } }: Kind) {
  return (
    <Frame
      things={['product running low', 'products running low']}
      count={lowStock.count}
      to="/admin/productlist?show=low"
    >
      {lowStock.first.map((product) => (
        <Item
          key={product._id}
          to={`/admin/product/${product._id}/edit`}
          name={product.name}
          aside={product.left === 0 ? 'sold out' : `${product.left} left`}
        />
      ))}
    </Frame>
  )
}

function FailedMail({ todo: { failedMail } }: Kind) {
  return (
    <Frame
      things={['mail that failed', 'mails that failed']}
      count={failedMail.count}
      to="/admin/mail?state=failed"
    >
      {failedMail.first.map((mail) => (
        <Item
          key={mail._id}
          to={`/admin/mail?id=${mail._id}`}
          name={mail.subject}
          words={mail.problem || mail.to}
        />
      ))}
    </Frame>
  )
}

function Frame({
  things: [one, many],
  count,
  to,
  children,
}: {
  things: [one: string, many: string]
  count: number
  /** The list, narrowed to these; without one there is no such list. */
  to?: string
  children: ReactNode
}) {
  return (
    <section className={styles.frame}>
      <h3>
        <span className={styles.count}>{formatNumber(count)}</span> {plural(count, one, many)}
      </h3>
      <ul>{children}</ul>
      {to ? (
        <Link to={to} className={styles.all}>
          {plural(count, 'See it in the list', `See all ${formatNumber(count)}`)}
          <span className="visually-hidden">: {plural(count, one, many)}</span>
        </Link>
      ) : null}
    </section>
  )
}

function Item({ to, name, aside, words }: { to: string; name: string; aside?: ReactNode; words?: string }) {
  return (
    <li>
      <Link to={to} className={styles.item}>
        <span className={styles.name}>{name}</span>
        {aside ? <span className={styles.aside}> {aside}</span> : null}
        {words ? <span className={styles.words}> {words}</span> : null}
      </Link>
    </li>
  )
}
