import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { money as contract, type Books, type Finding } from '#shared/api/money.ts'
import { call } from '../../../api/call.ts'
import { ask, refresh } from '../../../api/query.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { TextareaField } from '../../../ui/field.tsx'
import { Money } from '../../../ui/money.tsx'
import { toast } from '../../../ui/toast.tsx'
import { momentInWords } from '../today/days.ts'
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
          <span>since {momentInWords(it.since)}</span>
        </p>
        <p className={styles.text}>{it.text}</p>
        {it.seen ? (
          <blockquote className={styles.note}>
            {it.seen.note}
            <footer>
              {it.seen.by}, {momentInWords(it.seen.at)}
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
      <ButtonLink look="line" to={`/order/${it.order._id}`} className={styles.act}>
        Go to the order
      </ButtonLink>
    )
  }
  return <Settle it={it} />
}

function Settle({ it }: { it: Finding }) {
  const settling = useFindingMutation(
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
      aria-label={`${LABELS[it.action]}: ${it.title}`}
    >
      {LABELS[it.action]}
    </Button>
  )
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
  const [note, setNote] = useState('')
  const noting = useFindingMutation(
    (text: string) => call(contract.see, { params: { id: it._id }, body: { note: text } }),
    () => 'Seen, and noted',
  )
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        noting.mutate(note)
      }}
    >
      <TextareaField
        label="What you found"
        required
        maxLength={500}
        rows={2}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button type="submit" look="line" busy={noting.isPending} aria-label={`Mark as seen: ${it.title}`}>
        Mark as seen
      </Button>
    </form>
  )
}

/** What is shown afterwards is what the answer says; orders and products may have changed with it. */
function useFindingMutation<T>(act: (given: T) => Promise<Books>, said: (books: Books) => string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: (books) => {
      client.setQueryData(ask(contract.books, {}).queryKey, books)
      toast.success(said(books))
    },
    onError: (error) => toast.error(error.message),
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: ['desk'] }), refresh(client, 'orders', 'products')]),
  })
}
