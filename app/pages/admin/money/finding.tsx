import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { money as contract, type Books, type Finding } from '#shared/api/money.ts'
import { formatDate } from '#shared/dates.ts'
import { call } from '../../../api/call.ts'
import { ask, refresh } from '../../../api/query.ts'
import { focusHeading } from '../../../layout/focus-heading.ts'
import { useDraft } from '../../../session/drafts.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { TextareaField } from '../../../ui/field.tsx'
import { Money } from '../../../ui/money.tsx'
import { toast } from '../../../ui/toast.tsx'
import styles from './money.module.css'

/** One disagreement: what it is, what it means, and the one thing to do. */
export function FindingFrame({ of: it }: { of: Finding }) {
  return (
    <li>
      <article className={styles.finding} aria-labelledby={`finding-${it._id}`}>
        <h3 id={`finding-${it._id}`}>{it.title}</h3>
        {it.amount === null ? null : (
          <p className={styles.amount}>
            <Money dollars={it.amount} />
          </p>
        )}
        <p className={styles.where}>
          {it.order ? <Link to={`/order/${it.order._id}`}>Order of {it.order.name}</Link> : null}
          {it.product ? <Link to={`/admin/product/${it.product._id}/edit`}>{it.product.name}</Link> : null}
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
          <Act on={it} />
        )}
      </article>
    </li>
  )
}

function Act({ on: it }: { on: Finding }) {
  if (it.action === 'note') return <NoteForm on={it} />
  if (it.action === 'order' && it.order) {
    return (
      <ButtonLink
        look="line"
        to={`/order/${it.order._id}`}
        className={styles.act}
        aria-label={`${LABELS.order}: ${calledOf(it)}`}
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
      const rest = [...books.findings, ...books.seen].find((each) => sameThing(each, it))
      if (!rest) return `${it.title}: settled`
      return rest.kind === it.kind ? 'PayPal says what it said before' : `Now: ${rest.title.toLowerCase()}`
    },
  )
  return (
    <Button
      look="line"
      className={styles.act}
      busy={settling.isPending}
      onClick={() => settling.mutate(undefined)}
      aria-label={`${LABELS[it.action]}: ${calledOf(it)}`}
    >
      {LABELS[it.action]}
    </Button>
  )
}

/** What it is, and of whom or what, since several may be the same kind of thing. */
function calledOf({ title, order, product, capture }: Finding): string {
  return [title, order?.name ?? product?.name ?? capture].filter(Boolean).join(', ')
}

const LABELS: Record<Finding['action'], string> = {
  settle: 'Settle',
  stock: 'Put right',
  order: 'Go to the order',
  note: 'Mark as seen',
}

function sameThing(one: Finding, other: Finding): boolean {
  return one.order?._id === other.order?._id && one.product?._id === other.product?._id
}

function NoteForm({ on: it }: { on: Finding }) {
  // Kept over a reload and on the way to the order and back.
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
        aria-label={`What you found: ${calledOf(it)}`}
        required
        maxLength={500}
        rows={2}
        problem={noting.error ? `${noting.error.message}.` : undefined}
        value={text}
        onChange={(event) => type(event.target.value)}
      />
      <Button type="submit" look="line" busy={noting.isPending} aria-label={`Mark as seen: ${calledOf(it)}`}>
        Mark as seen
      </Button>
    </form>
  )
}

/** What is shown afterwards is what the answer says; orders and products may have changed with it. */
function useFindingMutation<T>(
  it: Finding,
  act: (given: T) => Promise<Books>,
  said: (books: Books, given: T) => string,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: (books, given) => {
      client.setQueryData(ask(contract.books, {}).queryKey, books)
      toast.success(said(books, given))
      // Where the button goes with what it has settled, the page is read from what is left.
      if (!books.findings.some(({ _id }) => _id === it._id)) focusHeading()
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'desk', 'orders', 'products'),
  })
}
