import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import {
  paymentsCheck as contract,
  type PaymentsCheck,
  type Finding,
} from '#shared/payments/api/payments-check.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { focusHeading } from '#app/platform/layout/focus-heading.ts'
import { useDraft } from '#app/platform/session/drafts.ts'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { TextareaField } from '#app/platform/ui/field.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import styles from './payments-check.module.css'

/** A finding of the payments check: its kind, an explanation, and the action that resolves it. */
export function FindingItem({ of: it }: { of: Finding }) {
  return (
    <li>
      <article className={`pad-2 box ${styles.finding}`} aria-labelledby={`finding-${it._id}`}>
        <h3 id={`finding-${it._id}`}>{it.title}</h3>
        {it.amount === null ? null : (
          <p className={styles.amount}>
            <Money dollars={it.amount} />
          </p>
        )}
        <p className={styles.where}>
          {it.order ? (
            <Link to={`/order/${it.order._id}`}>
              Order {it.order.number} of {it.order.name}
            </Link>
          ) : null}
          {it.product ? <Link to={`/admin/product/${it.product._id}/edit`}>{it.product.name}</Link> : null}
          {it.paidWith ? <span>{it.paidWith}</span> : null}
          {it.capture ? <span>PayPal {it.capture}</span> : null}
          <span>since {formatDate(it.since, 'shortDayAndTime')}</span>
        </p>
        <p className={styles.text}>{it.text}</p>
        {it.seen ? (
          <blockquote className={styles.note}>
            {it.seen.note}
            <footer>
              {it.seen.by}, {formatDate(it.seen.at, 'shortDayAndTime')}
            </footer>
          </blockquote>
        ) : (
          <Action on={it} />
        )}
      </article>
    </li>
  )
}

function Action({ on: it }: { on: Finding }) {
  if (it.action === 'note') return <NoteForm on={it} />
  if (it.action === 'order' && it.order) {
    return (
      <ButtonLink
        look="line"
        to={`/order/${it.order._id}`}
        className={styles.act}
        aria-label={`${LABELS.order}: ${nameOf(it)}`}
      >
        Go to the order
      </ButtonLink>
    )
  }
  return <Settle it={it} />
}

function Settle({ it }: { it: Finding }) {
  const settling = useFindingMutation(
    it,
    () => call(contract.settle, { params: { id: it._id } }),
    (books) => {
      const rest = [...books.findings, ...books.seen].find((each) => isSameSubject(each, it))
      if (!rest) return `${it.title}: settled`
      return rest.kind === it.kind ? 'PayPal’s answer has not changed' : `Now: ${rest.title.toLowerCase()}`
    },
  )
  return (
    <Button
      look="line"
      className={styles.act}
      busy={settling.isPending}
      onClick={() => settling.mutate(undefined)}
      aria-label={`${LABELS[it.action]}: ${nameOf(it)}`}
    >
      {LABELS[it.action]}
    </Button>
  )
}

/**
 * The finding's title with the name of its order, product or payment, because several findings may have the same title.
 */
function nameOf({ title, order, product, capture }: Finding): string {
  return [title, order?.name ?? product?.name ?? capture].filter(Boolean).join(', ')
}

const LABELS: Record<Finding['action'], string> = {
  settle: 'Settle',
  stock: 'Correct',
  order: 'Go to the order',
  note: 'Mark as seen',
}

function isSameSubject(one: Finding, other: Finding): boolean {
  return one.order?._id === other.order?._id && one.product?._id === other.product?._id
}

function NoteForm({ on: it }: { on: Finding }) {
  // The text is a draft, so that a reload or a visit to the order does not lose it.
  const { text, type, clearSent } = useDraft(it._id)
  const noting = useFindingMutation(
    it,
    (note: string) => call(contract.see, { params: { id: it._id }, body: { note } }),
    (_, note) => {
      clearSent(note)
      return 'Seen, and noted'
    },
  )
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        noting.mutate(text)
      }}
    >
      <TextareaField
        label="What you found"
        aria-label={`What you found: ${nameOf(it)}`}
        required
        maxLength={500}
        rows={2}
        problem={noting.error ? `${noting.error.message}.` : undefined}
        value={text}
        onChange={(event) => type(event.target.value)}
      />
      <Button type="submit" look="line" busy={noting.isPending} aria-label={`Mark as seen: ${nameOf(it)}`}>
        Mark as seen
      </Button>
    </form>
  )
}

/**
 * A mutation that changes a finding, and then shows the findings of the response. Also refreshes orders and products,
 * which may have changed.
 */
function useFindingMutation<T>(
  it: Finding,
  mutationFn: (input: T) => Promise<PaymentsCheck>,
  messageFor: (books: PaymentsCheck, input: T) => string,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (books, input) => {
      client.setQueryData(ask(contract.books, {}).queryKey, books)
      toast.success(messageFor(books, input))
      // If the finding and its button have disappeared, the focus moves to the heading.
      if (!books.findings.some(({ _id }) => _id === it._id)) focusHeading()
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'desk', 'orders', 'products'),
  })
}
