import type { ReactNode } from 'react'
import type { Todo as TodoOf } from '#shared/backoffice/api/admin.ts'
import { elapsed, formatDate } from '#shared/kernel/dates.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { useMayOpen } from '#app/platform/session/role.ts'
import { Money } from '#app/platform/ui/money.tsx'
import { useWeigh } from '#app/platform/admin/use-weight-units.ts'
import styles from './todo.module.css'
import { Link } from 'react-router'
import { capitalized, formatNumber, plural } from '#shared/kernel/counts.ts'
import { useOrderPath } from '#app/platform/orders/order-link.tsx'

/** A box for each kind of open task of the user's role. One line names all kinds without tasks. */
export function Todo({ of: todo, now }: { of: Partial<TodoOf>; now: string }) {
  const brand = useBusiness()
  const seesMoney = useMayOpen('/admin/payments-check')
  const boxes = [
    boxOf(TO_SHIP, todo.toShip, now),
    boxOf(TO_HAND_OVER, todo.toHandOver, now),
    boxOf(PAYMENTS, seesMoney ? todo.payments : undefined, now),
    boxOf(SUBSCRIPTIONS, todo.subscriptions, now),
    boxOf(UNANSWERED, todo.unanswered, now),
    boxOf(LOW_STOCK, todo.lowStock, now),
    boxOf(MOVED_ORDERS, todo.movedOrders, now),
    boxOf(GREEN_TO_REORDER, todo.greenToReorder, now),
    boxOf(LOTS_TO_SHOP, todo.lotsToShop, now),
    boxOf(FAILED_MAIL, todo.failedMail, now),
  ].filter((box) => box !== null)
  const waiting = boxes.filter(({ count }) => count > 0)
  const done = boxes.filter(({ count }) => count === 0).map((box) => box.done)
  return (
    <section className="stack-2" aria-labelledby="todo">
      <h2 id="todo">To do</h2>
      {waiting.length > 0 ? (
        <div className={`stack-2 halves-36 ${styles.boxes}`} data-count={waiting.length}>
          {waiting.map((box) => (
            <TodoBox key={box.done} {...box} />
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

/** A kind of task. */
type Kind<Task> = {
  /** Says that there is none. */
  done: string
  things: [one: string, many: string]
  /** The URL of the filtered list. */
  to: string
  item: (task: Task, now: string) => ItemProps
}

type TaskOf<K extends keyof TodoOf> = NonNullable<TodoOf[K]>['first'][number]

const TO_SHIP: Kind<TaskOf<'toShip'>> = {
  done: 'no orders to ship',
  things: ['order to ship', 'orders to ship'],
  to: '/admin/shipping',
  item: ({ _id, name, total, number, isGift, paidAt }, now) => ({
    order: _id,
    name,
    aside: priceOf(total),
    detail: `${number}, ${isGift ? 'gift, ' : ''}paid ${elapsed(paidAt, now)} ago`,
  }),
}

const TO_HAND_OVER: Kind<TaskOf<'toHandOver'>> = {
  done: 'no orders to hand over',
  things: ['order for pickup', 'orders for pickup'],
  to: '/admin/pickup',
  item: ({ _id, name, total, number, readyAt, readyOn }, now) => ({
    order: _id,
    name,
    aside: priceOf(total),
    detail: `${number}, ${
      readyAt
        ? `ready for ${elapsed(readyAt, now)}`
        : `to be ready ${readyOn ? formatDate(readyOn, 'shortWeekday') : ''}`
    }`,
  }),
}

const REASONS: Partial<Record<TaskOf<'payments'>['why'], string>> = {
  confirming: 'PayPal has not answered for',
  review: 'under review for',
  disputed: 'disputed at PayPal for',
  due: 'refund due since',
}

const PAYMENTS: Kind<TaskOf<'payments'>> = {
  done: 'all payments are settled',
  things: ['payment to check', 'payments to check'],
  to: '/admin/payments-check',
  item: ({ order, name, amount, why, since }, now) => ({
    to: order ? `/order/${order}` : '/admin/payments-check',
    name,
    aside: priceOf(amount),
    detail: `${REASONS[why] ?? 'found'} ${elapsed(since, now)}${REASONS[why] ? '' : ' ago'}`,
  }),
}

const TROUBLES: Record<TaskOf<'subscriptions'>['problem'], string> = {
  declined: 'payment fails since',
  paused: 'all payments failed; paused since',
  noMethod: 'no payment method since',
  waiting: 'waits since',
}

const SUBSCRIPTIONS: Kind<TaskOf<'subscriptions'>> = {
  done: 'no subscriptions to check',
  things: ['subscription to check', 'subscriptions to check'],
  to: '/admin/subscription-charges',
  item: ({ _id, name, problem, reason, since }) => ({
    to: `/admin/subscription/${_id}`,
    name,
    detail: `${TROUBLES[problem]} ${formatDate(since, 'shortDay')}${reason ? `: ${reason}` : ''}`,
  }),
}

const UNANSWERED: Kind<TaskOf<'unanswered'>> = {
  done: 'no messages to answer',
  things: ['message to answer', 'messages to answer'],
  to: '/admin/messages?status=new',
  item: ({ _id, name, createdAt, text }, now) => ({
    to: `/admin/messages?id=${_id}`,
    name,
    aside: elapsed(createdAt, now),
    detail: text,
  }),
}

const MOVED_ORDERS: Kind<TaskOf<'movedOrders'>> = {
  done: 'no dates to move',
  things: ['order needs a new date', 'orders need a new date'],
  to: '/admin/reschedule',
  item: ({ _id, name, number, reason }) => ({ order: _id, name, detail: `${number}: ${reason}` }),
}

const LOW_STOCK: Kind<TaskOf<'lowStock'>> = {
  done: 'no stock is low',
  things: ['size running low', 'sizes running low'],
  to: '/admin/productlist?show=low',
  item: ({ _id, name, size, left }) => ({
    to: `/admin/product/${_id}/edit`,
    name: size ? `${name}, ${size}` : name,
    aside: left === 0 ? 'sold out' : `${left} left`,
  }),
}

const GREEN_TO_REORDER: Kind<TaskOf<'greenToReorder'>> = {
  done: 'no green coffee is low',
  things: ['green coffee to reorder', 'green coffees to reorder'],
  to: '/admin/green-coffee',
  item: ({ name, left, reorderBelow }) => ({
    to: '/admin/green-coffee',
    name,
    aside: <Weight of={left} after=" left" />,
    detail: <Weight before="Reorder below " of={reorderBelow} />,
  }),
}

const NEXT_STEPS: Record<TaskOf<'lotsToShop'>['step'], string> = {
  arrival: 'receive it',
  roast: 'add a roast of it',
  coffee: 'add its coffee',
  recipe: 'say what is in the bag',
  sale: 'put it on sale',
}

const LOTS_TO_SHOP: Kind<TaskOf<'lotsToShop'>> = {
  done: 'every lot is in the shop',
  things: ['lot not in the shop yet', 'lots not in the shop yet'],
  to: '/admin/green-coffee',
  item: ({ _id, code, name, step }) => ({
    to: `/admin/green-coffee/${_id}/to-shop`,
    name,
    detail: `${code}: ${NEXT_STEPS[step]}`,
  }),
}

const FAILED_MAIL: Kind<TaskOf<'failedMail'>> = {
  done: 'no email has failed',
  things: ['email that failed', 'emails that failed'],
  to: '/admin/mail?state=failed',
  item: ({ _id, subject, problem, to }) => ({
    to: `/admin/mail?id=${_id}`,
    name: subject,
    detail: problem || to,
  }),
}

/** What a box shows; null if the user's role does not have these tasks. */
function boxOf<Task>(
  { item, ...kind }: Kind<Task>,
  tasks: { count: number; first: readonly Task[] } | undefined,
  now: string,
) {
  return tasks ? { ...kind, count: tasks.count, items: tasks.first.map((task) => item(task, now)) } : null
}

/** The amount in dollars, if the task has one. */
function priceOf(dollars: number | null | undefined): ReactNode {
  return dollars === null || dollars === undefined ? null : <Money dollars={dollars} />
}

function Weight({ before = '', of: grams, after = '' }: { before?: string; of: number; after?: string }) {
  const weigh = useWeigh()
  return `${before}${weigh(grams)}${after}`
}

function sentence(parts: string[]): string {
  const last = parts.at(-1)!
  const text = parts.length === 1 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
  return `${capitalized(text)}.`
}

/** A kind of open tasks: its number, the first few, and a link to all. */
function TodoBox({
  things: [one, many],
  count,
  to,
  items,
}: Pick<Kind<unknown>, 'things' | 'to'> & { count: number; items: readonly ItemProps[] }) {
  return (
    <section className={`stack-1 ${styles.box}`}>
      <h3>
        <span className={styles.count}>{formatNumber(count)}</span> {plural(count, one, many)}
      </h3>
      <ul>
        {items.map((item, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two tasks can have exactly the same values
          <Item key={index} {...item} />
        ))}
      </ul>
      <Link to={to} className="reach self-left">
        {plural(count, 'See it in the list', `See all ${formatNumber(count)}`)}
        <span className="visually-hidden">: {plural(count, one, many)}</span>
      </Link>
    </section>
  )
}

type ItemProps = { name: string; aside?: ReactNode; detail?: ReactNode } & (
  | { to: string }
  | { order: string }
)

/** @param order the id of an order, for a link to it */
function Item({ name, aside, detail, ...target }: ItemProps) {
  const orderPath = useOrderPath('order' in target ? target.order : '')
  return (
    <li>
      <Link to={'to' in target ? target.to : orderPath} className={`gap-0-2 target rule-soft ${styles.item}`}>
        <span className={styles.name}>{name}</span>
        {aside ? <span className={styles.aside}> {aside}</span> : null}
        {detail ? <span className={styles.detail}> {detail}</span> : null}
      </Link>
    </li>
  )
}
