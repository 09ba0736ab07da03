import { Fragment, type ReactNode } from 'react'
import type { Todo as TodoOf } from '#shared/backoffice/api/admin.ts'
import { elapsed, formatDate } from '#shared/kernel/dates.ts'
import { bothWeights } from '#shared/kernel/weights.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { useMayOpen } from '#app/platform/session/role.ts'
import { Money } from '#app/platform/ui/money.tsx'
import { useWeightUnits } from '#app/platform/admin/use-weight-units.ts'
import { Item, TodoBox } from './todo-box.tsx'
import styles from './todo.module.css'

/** A box for each kind of open task of the user's role. One line names all kinds without tasks. */
export function Todo({ of: todo, now }: { of: Partial<TodoOf>; now: string }) {
  const brand = useBusiness()
  const seesMoney = useMayOpen('/admin/money')
  const kinds = [
    kindOf(todo.toShip, ToShip, 'no orders to ship'),
    kindOf(todo.toHandOver, ToHandOver, 'no orders to hand over'),
    kindOf(seesMoney ? todo.payments : undefined, Payments, 'all payments are settled'),
    kindOf(todo.subscriptions, Subscriptions, 'no subscriptions to check'),
    kindOf(todo.unanswered, Unanswered, 'no messages to answer'),
    kindOf(todo.lowStock, LowStock, 'no stock is low'),
    kindOf(todo.movedOrders, MovedOrders, 'no dates to move'),
    kindOf(todo.greenToReorder, GreenToReorder, 'no green coffee is low'),
    kindOf(todo.failedMail, FailedMail, 'no email has failed'),
  ].filter((kind) => kind !== null)
  const waiting = kinds.filter(({ count }) => count > 0)
  const done = kinds.filter(({ count }) => count === 0).map((kind) => kind.done)
  return (
    <section className="stack-2" aria-labelledby="todo">
      <h2 id="todo">To do</h2>
      {waiting.length > 0 ? (
        <div className={`stack-2 halves-36 ${styles.boxes}`} data-count={waiting.length}>
          {waiting.map(({ done: name, box }) => (
            <Fragment key={name}>{box(now)}</Fragment>
          ))}
        </div>
      ) : (
        <p className={styles.nothing}>
          Nothing to do. <em>{brand.tagline}</em>
        </p>
      )}
      {done.length > 0 ? <p className="soft">{sentence(done)}</p> : null}
    </section>
  )
}

type Tasks = { count: number }

/** A kind of task; null if the user's role does not have it. */
function kindOf<T extends Tasks>(
  tasks: T | undefined,
  Box: (props: { of: T; now: string }) => ReactNode,
  done: string,
) {
  return tasks ? { count: tasks.count, done, box: (now: string) => <Box of={tasks} now={now} /> } : null
}

function sentence(parts: string[]): string {
  const last = parts.at(-1)!
  const text = parts.length === 1 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

type Kind<K extends keyof TodoOf> = { of: TodoOf[K]; now: string }

function ToShip({ of: toShip, now }: Kind<'toShip'>) {
  return (
    <TodoBox things={['order to ship', 'orders to ship']} count={toShip.count} to="/admin/shipping">
      {toShip.first.map((order) => (
        <Item
          key={order._id}
          order={order._id}
          name={order.name}
          {...(order.total === undefined ? {} : { aside: <Money dollars={order.total} /> })}
          detail={`${order.number}, ${order.isGift ? 'gift, ' : ''}paid ${elapsed(order.paidAt, now)} ago`}
        />
      ))}
    </TodoBox>
  )
}

function ToHandOver({ of: toHandOver, now }: Kind<'toHandOver'>) {
  return (
    <TodoBox things={['order for pickup', 'orders for pickup']} count={toHandOver.count} to="/admin/pickup">
      {toHandOver.first.map((order) => (
        <Item
          key={order._id}
          order={order._id}
          name={order.name}
          {...(order.total === undefined ? {} : { aside: <Money dollars={order.total} /> })}
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

function Payments({ of: payments, now }: Kind<'payments'>) {
  // Two entries can have exactly the same values, so their index is part of the key.
  const numbered = payments.first.map((payment, index) => ({ ...payment, index }))
  return (
    <TodoBox things={['payment to check', 'payments to check']} count={payments.count} to="/admin/money">
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

const TROUBLES: Record<NonNullable<TodoOf['subscriptions']>['first'][number]['problem'], string> = {
  declined: 'payment fails since',
  paused: 'all payments failed; paused since',
  noMethod: 'no payment method since',
  waiting: 'waits since',
}

function Subscriptions({ of: subscriptions }: { of: NonNullable<TodoOf['subscriptions']>; now: string }) {
  return (
    <TodoBox
      things={['subscription to check', 'subscriptions to check']}
      count={subscriptions.count}
      to="/admin/subscription-charges"
    >
      {subscriptions.first.map(({ _id, name, problem, reason, since }) => (
        <Item
          key={`${_id} ${problem}`}
          to={`/admin/subscription/${_id}`}
          name={name}
          detail={`${TROUBLES[problem]} ${formatDate(since, 'shortDay')}${reason ? `: ${reason}` : ''}`}
        />
      ))}
    </TodoBox>
  )
}

function Unanswered({ of: unanswered, now }: Kind<'unanswered'>) {
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

function MovedOrders({ of: moved }: { of: NonNullable<TodoOf['movedOrders']>; now: string }) {
  return (
    <TodoBox
      things={['order needs a new date', 'orders need a new date']}
      count={moved.count}
      to="/admin/moved-orders"
    >
      {moved.first.map((order) => (
        <Item
          key={order._id}
          order={order._id}
          name={order.name}
          detail={`${order.number}: ${order.reason}`}
        />
      ))}
    </TodoBox>
  )
}

function LowStock({ of: lowStock }: Kind<'lowStock'>) {
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

function GreenToReorder({ of: green }: Kind<'greenToReorder'>) {
  const { large } = useWeightUnits()
  return (
    <TodoBox
      things={['green coffee to reorder', 'green coffees to reorder']}
      count={green.count}
      to="/admin/green-coffee"
    >
      {green.first.map(({ name, left, reorderBelow }) => (
        <Item
          key={name}
          to="/admin/green-coffee"
          name={name}
          aside={`${bothWeights(left, large)} left`}
          detail={`Reorder below ${bothWeights(reorderBelow, large)}`}
        />
      ))}
    </TodoBox>
  )
}

function FailedMail({ of: failedMail }: Kind<'failedMail'>) {
  return (
    <TodoBox
      things={['email that failed', 'emails that failed']}
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
