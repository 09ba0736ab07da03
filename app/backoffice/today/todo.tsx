import type { ReactNode } from 'react'
import type { Todo as TodoOf } from '#shared/backoffice/api/admin.ts'
import { dayOf, elapsed, formatDate } from '#shared/kernel/dates.ts'
import { Money } from '#app/platform/ui/money.tsx'
import { useWeigh } from '#app/platform/admin/use-weight-units.ts'
import styles from './todo.module.css'
import { Link } from 'react-router'
import { TASK_KINDS, TASKS, type TaskKind } from '#shared/platform/tasks.ts'
import { counted, formatNumber, plural } from '#shared/kernel/counts.ts'
import { useOrderPath } from '#app/platform/orders/order-link.tsx'

/** A box for each kind of open task of the user's role, the most urgent first. */
export function Todo({ of: todo, now }: { of: TodoOf; now: string }) {
  const boxes = TASK_KINDS.flatMap((kind) => boxOf(kind, todo, now))
  return (
    <section className="stack-2" aria-labelledby="todo">
      <h2 id="todo">To do</h2>
      {boxes.length > 0 ? (
        <div className={styles.boxes}>
          {boxes.map((box) => (
            <TodoBox key={box.kind} {...box} />
          ))}
        </div>
      ) : (
        <p className={styles.nothing}>Nothing needs you now.</p>
      )}
    </section>
  )
}

type TaskOf<Kind extends TaskKind> = NonNullable<TodoOf[Kind]>['first'][number]

/** What a box shows; none without a task. */
function boxOf(kind: TaskKind, todo: TodoOf, now: string): Box[] {
  const { count, first } = todo[kind] ?? { count: 0, first: [] }
  if (count === 0) return []
  const toItem = ITEMS[kind] as (task: (typeof first)[number], now: string) => ItemProps
  return [{ kind, count, items: first.map((task) => toItem(task, now)) }]
}

const REASONS: Partial<Record<TaskOf<'payments'>['why'], string>> = {
  confirming: 'PayPal has not answered for',
  review: 'under review for',
  disputed: 'disputed at PayPal for',
  due: 'refund due since',
}

function paymentItem({ order, name, amount, why, since }: TaskOf<'payments'>, now: string): ItemProps {
  return {
    to: order ? `/order/${order}` : '/admin/payments-check',
    name,
    aside: priceOf(amount),
    detail: `${REASONS[why] ?? 'found'} ${elapsed(since, now)}${REASONS[why] ? '' : ' ago'}`,
  }
}

const TROUBLES: Record<TaskOf<'subscriptions'>['problem'], string> = {
  declined: 'payment fails since',
  paused: 'all payments failed; paused since',
  noMethod: 'no payment method since',
  waiting: 'waits since',
}

const NEXT_STEPS: Record<TaskOf<'lotsToShop'>['step'], string> = {
  arrival: 'receive it',
  roast: 'add a roast of it',
  coffee: 'add its coffee',
  recipe: 'say what is in the bag',
  sale: 'put it on sale',
}

/** What the boxes show of a task. */
const ITEMS: { [Kind in TaskKind]: (task: TaskOf<Kind>, now: string) => ItemProps } = {
  disputes: ({ answerBy, ...dispute }, now) => ({
    ...paymentItem(dispute, now),
    ...(answerBy ? { detail: `answer at PayPal by ${formatDate(answerBy, 'shortWeekday')}` } : {}),
  }),
  payments: paymentItem,
  lateInvoices: ({ _id, number, name, open, dueOn }) => ({
    to: `/admin/invoice/${_id}`,
    name,
    aside: priceOf(open),
    detail: `${number}, due ${formatDate(dueOn, 'shortDay')}`,
  }),
  roastDays: ({ day, batches, orders }) => ({
    to: `/admin/roast-day/${day}`,
    name: formatDate(day, 'weekday'),
    detail: [
      batches > 0 ? `${counted(batches, 'batch', 'batches')} to roast` : '',
      orders > 0 ? `${counted(orders, 'order')} to pack` : '',
    ]
      .filter(Boolean)
      .join(', '),
  }),
  toShip: ({ _id, name, total, number, isGift, paidAt }, now) => ({
    order: _id,
    name,
    aside: priceOf(total),
    detail: `${number}, ${isGift ? 'gift, ' : ''}paid ${elapsed(paidAt, now)} ago`,
  }),
  toHandOver: ({ _id, name, total, number, readyAt, readyOn }, now) => ({
    order: _id,
    name,
    aside: priceOf(total),
    detail: `${number}, ${
      readyAt
        ? `ready for ${elapsed(readyAt, now)}`
        : `to be ready ${readyOn ? formatDate(readyOn, 'shortWeekday') : ''}`
    }`,
  }),
  deliveries: ({ number, name, day }, now) => ({
    to: `/admin/deliveries/${day}`,
    name,
    detail: day < dayOf(new Date(now)) ? `${number}, since ${formatDate(day, 'shortWeekday')}` : number,
  }),
  counterDay: ({ day, by }) => ({
    to: '/admin/counter',
    name: `The counter day of ${formatDate(day, 'weekday').split(',')[0]} is still open`,
    detail: `started on ${formatDate(day, 'shortDay')} by ${by}`,
  }),
  undelivered: ({ _id, number, name, isReturned }) => ({
    order: _id,
    name,
    detail: `${number}, ${isReturned ? 'returned to you' : 'could not be delivered'}`,
  }),
  movedOrders: ({ _id, name, number, reason }) => ({ order: _id, name, detail: `${number}: ${reason}` }),
  subscriptions: ({ _id, name, problem, reason, since }) => ({
    to: `/admin/subscription/${_id}`,
    name,
    detail: `${TROUBLES[problem]} ${formatDate(since, 'shortDay')}${reason ? `: ${reason}` : ''}`,
  }),
  applications: ({ _id, name, sentAt }, now) => ({
    to: `/admin/application/${_id}`,
    name,
    aside: elapsed(sentAt, now),
    detail: 'sent the application',
  }),
  certificates: ({ _id, name, endsOn }) => ({
    to: `/admin/account/${_id}#certificates`,
    name,
    detail: endsOn ? `certificate valid until ${formatDate(endsOn, 'shortDay')}` : 'certificate to check',
  }),
  standingOrders: ({ _id, name, day, problem }) => ({
    to: `/admin/account/${_id}#standing`,
    name,
    detail: `${formatDate(day, 'shortWeekday')}: ${problem}`,
  }),
  quietAccounts: ({ _id, name, lastOn }) => ({
    to: `/admin/account/${_id}`,
    name,
    detail: `last ordered ${formatDate(lastOn, 'shortDay')}`,
  }),
  unanswered: ({ _id, name, createdAt, text }, now) => ({
    to: `/admin/messages?id=${_id}`,
    name,
    aside: elapsed(createdAt, now),
    detail: text,
  }),
  failedMail: ({ _id, subject, problem, to }) => ({
    to: `/admin/mail?id=${_id}`,
    name: subject,
    detail: problem || to,
  }),
  lowStock: ({ _id, name, size, left }) => ({
    to: `/admin/product/${_id}/edit`,
    name: size ? `${name}, ${size}` : name,
    aside: left === 0 ? 'sold out' : `${left} left`,
  }),
  greenToReorder: ({ name, left, reorderBelow }) => ({
    to: '/admin/green-coffee',
    name,
    detail: (
      <>
        <Weight of={left} after=" left" />, <Weight before="reorder below " of={reorderBelow} />
      </>
    ),
  }),
  lotsToShop: ({ _id, code, name, step }) => ({
    to: `/admin/green-coffee/${_id}/to-shop`,
    name,
    detail: `${code}: ${NEXT_STEPS[step]}`,
  }),
  unopenedGifts: ({ _id, number, name, sentAt }, now) => ({
    order: _id,
    name,
    detail: `${number}, mailed ${elapsed(sentAt, now)} ago; check the address`,
  }),
}

/** The amount in dollars, if the task has one. */
function priceOf(dollars: number | null | undefined): ReactNode {
  return dollars === null || dollars === undefined ? null : <Money dollars={dollars} />
}

function Weight({ before = '', of: grams, after = '' }: { before?: string; of: number; after?: string }) {
  const weigh = useWeigh()
  return `${before}${weigh(grams)}${after}`
}

type Box = { kind: TaskKind; count: number; items: readonly ItemProps[] }

/** A kind of open tasks: its number, the first few, and a link to all. */
function TodoBox({ kind, count, items }: Box) {
  const { things, to } = TASKS[kind]
  const name = plural(count, ...things)
  return (
    <section className={`stack-1 ${styles.box}`}>
      <h3>
        <span className={styles.count}>{formatNumber(count)}</span> {name}
      </h3>
      <ul>
        {items.map((item, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two tasks can have exactly the same values
          <Item key={index} {...item} />
        ))}
      </ul>
      <Link to={to} className="reach self-left">
        {plural(count, 'See it in the list', `See all ${formatNumber(count)}`)}
        <span className="visually-hidden">: {name}</span>
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
