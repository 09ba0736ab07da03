import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Todo as TodoOf } from '#shared/api/admin.ts'
import { formatNumber, plural } from '#shared/counts.ts'
import { elapsed, formatDate } from '#shared/dates.ts'
import { useBusiness } from '../../../api/business.ts'
import { Money } from '../../../ui/money.tsx'
import styles from './todo.module.css'

/** A box for each kind of open task. All kinds without tasks are named in one line. */
export function Todo({ of: todo, now }: { of: TodoOf; now: string }) {
  const brand = useBusiness()
  const kinds = [
    { ...todo.toShip, kind: ToShip, done: 'no orders to ship' },
    { ...todo.toHandOver, kind: ToHandOver, done: 'no orders to hand over' },
    { ...todo.payments, kind: Payments, done: 'all payments are settled' },
    { ...todo.unanswered, kind: Unanswered, done: 'no messages to answer' },
    { ...todo.lowStock, kind: LowStock, done: 'no stock is low' },
    { ...todo.failedMail, kind: FailedMail, done: 'no mail has failed' },
  ]
  const waiting = kinds.filter(({ count }) => count > 0)
  const done = kinds.filter(({ count }) => count === 0).map((kind) => kind.done)
  return (
    <section className={styles.todo} aria-labelledby="todo">
      <h2 id="todo">To do</h2>
      {waiting.length > 0 ? (
        <div className={styles.boxes} data-count={waiting.length}>
          {waiting.map(({ kind: Kind, done: name }) => (
            <Kind key={name} todo={todo} now={now} />
          ))}
        </div>
      ) : (
        <p className={styles.nothing}>
          Nothing to do. <em>{brand.tagline}</em>
        </p>
      )}
      {done.length > 0 ? <p className={styles.done}>{sentence(done)}</p> : null}
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
    <TodoBox things={['order to ship', 'orders to ship']} count={toShip.count} to="/admin/shipping">
      {toShip.first.map((order) => (
        <Item
          key={order._id}
          to={`/order/${order._id}`}
          name={order.name}
          aside={<Money dollars={order.total} />}
          detail={`${order.number}, ${order.isGift ? 'gift, ' : ''}paid ${elapsed(order.paidAt, now)} ago`}
        />
      ))}
    </TodoBox>
  )
}

function ToHandOver({ todo: { toHandOver }, now }: Kind) {
  return (
    <TodoBox things={['order for pickup', 'orders for pickup']} count={toHandOver.count} to="/admin/pickup">
      {toHandOver.first.map((order) => (
        <Item
          key={order._id}
          to={`/order/${order._id}`}
          name={order.name}
          aside={<Money dollars={order.total} />}
          detail={`${order.number}, ${
            order.readyAt
              ? `ready for ${elapsed(order.readyAt, now)}`
              : `to be ready ${order.readyOn ? formatDate(order.readyOn, 'shortWeekday') : ''}`
          }`}
        />
      ))}
    </TodoBox>
  )
}

const REASONS: Partial<Record<TodoOf['payments']['first'][number]['why'], string>> = {
  confirming: 'PayPal has not answered for',
  review: 'under review for',
  disputed: 'disputed at PayPal for',
  due: 'refund due since',
}

function Payments({ todo: { payments }, now }: Kind) {
  // Two findings can have exactly the same values, so their index is part of the key.
  const numbered = payments.first.map((payment, index) => ({ ...payment, index }))
  return (
    <TodoBox things={['payment to look at', 'payments to look at']} count={payments.count} to="/admin/money">
      {numbered.map((payment) => (
        <Item
          key={`${payment.order} ${payment.since} ${payment.index}`}
          to={payment.order ? `/order/${payment.order}` : '/admin/money'}
          name={payment.name}
          {...(payment.amount === null ? {} : { aside: <Money dollars={payment.amount} /> })}
          detail={`${REASONS[payment.why] ?? 'found'} ${elapsed(payment.since, now)}${REASONS[payment.why] ? '' : ' ago'}`}
        />
      ))}
    </TodoBox>
  )
}

function Unanswered({ todo: { unanswered }, now }: Kind) {
  return (
    <TodoBox
      things={['message to answer', 'messages to answer']}
      count={unanswered.count}
      to="/admin/messages?status=new"
    >
      {unanswered.first.map((message) => (
        <Item
          key={message._id}
          to={`/admin/messages?id=${message._id}`}
          name={message.name}
          aside={elapsed(message.createdAt, now)}
          detail={message.text}
        />
      ))}
    </TodoBox>
  )
}

function LowStock({ todo: { lowStock } }: Kind) {
  return (
    <TodoBox
      things={['size running low', 'sizes running low']}
      count={lowStock.count}
      to="/admin/productlist?show=low"
    >
      {lowStock.first.map(({ _id, name, size, left }) => (
        <Item
          key={`${_id} ${size}`}
          to={`/admin/product/${_id}/edit`}
          name={size ? `${name}, ${size}` : name}
          aside={left === 0 ? 'sold out' : `${left} left`}
        />
      ))}
    </TodoBox>
  )
}

function FailedMail({ todo: { failedMail } }: Kind) {
  return (
    <TodoBox
      things={['mail that failed', 'mails that failed']}
      count={failedMail.count}
      to="/admin/mail?state=failed"
    >
      {failedMail.first.map((mail) => (
        <Item
          key={mail._id}
          to={`/admin/mail?id=${mail._id}`}
          name={mail.subject}
          detail={mail.problem || mail.to}
        />
      ))}
    </TodoBox>
  )
}

function TodoBox({
  things: [one, many],
  count,
  to,
  children,
}: {
  things: [one: string, many: string]
  count: number
  /** The URL of the filtered list. */
  to?: string
  children: ReactNode
}) {
  return (
    <section className={styles.box}>
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

function Item({ to, name, aside, detail }: { to: string; name: string; aside?: ReactNode; detail?: string }) {
  return (
    <li>
      <Link to={to} className={styles.item}>
        <span className={styles.name}>{name}</span>
        {aside ? <span className={styles.aside}> {aside}</span> : null}
        {detail ? <span className={styles.detail}> {detail}</span> : null}
      </Link>
    </li>
  )
}
