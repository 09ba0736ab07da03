import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { NOTE_MAX, orderAdmin, type OrderNote } from '#shared/checkout/api/order-admin.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import type { Order } from '#shared/checkout/api/orders.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { useDraft } from '#app/platform/session/drafts.ts'
import { Loading } from '#app/platform/ui/skeleton.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { TextareaField } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import page from '#app/platform/orders/order.module.css'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import styles from './admin.module.css'

/** Private notes of the admins about an order. The buyer never sees them. */
export function Notes({ orderId }: { orderId: string }) {
  const answer = useQuery(ask(orderAdmin.notes, { params: { id: orderId } }))
  return (
    <section className={`${page.fact} ${styles.record}`} aria-labelledby="notes">
      <h2 id="notes">Private notes</h2>
      <AddNote orderId={orderId} />
      {answer.isPending ? <Loading what="Loading the notes" /> : null}
      {answer.isError ? <LoadError error={answer.error} retry={answer.refetch} /> : null}
      {answer.data && answer.data.notes.length > 0 ? (
        <ul className="stack-2">
          {answer.data.notes.map((note) => (
            <Note key={note._id} orderId={orderId} note={note} />
          ))}
        </ul>
      ) : null}
    </section>
  )
}

/** The form for a new note. Unsaved text is stored as a draft, so that a reload does not lose it. */
function AddNote({ orderId }: { orderId: string }) {
  const client = useQueryClient()
  const { text, type, clearSent } = useDraft(orderId)
  const add = useMutation({
    mutationFn: (note: string) => call(orderAdmin.addNote, { params: { id: orderId }, body: { text: note } }),
    onSuccess: async (_, sent) => {
      clearSent(sent)
      toast.success('Note added')
      await refresh(client, 'orders')
    },
    onError: (error) => toast.error(error.message),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!add.isPending) add.mutate(text)
  }
  return (
    <form className={styles.add} onSubmit={submit}>
      <TextareaField
        label="New note"
        hint="Only admins see it"
        value={text}
        rows={3}
        maxLength={NOTE_MAX}
        problem={add.error ? `${add.error.message}.` : undefined}
        onChange={(event) => type(event.target.value)}
        required
      />
      <Button type="submit" look="line" busy={add.isPending}>
        Add note
      </Button>
    </form>
  )
}

function Note({ orderId, note }: { orderId: string; note: OrderNote }) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(orderAdmin.removeNote, { params: { id: orderId, noteId: note._id } }),
    onSuccess: () => {
      toast.success('Note removed')
      // The button disappears together with its note, so the focus moves to the field for a new note.
      document.querySelector<HTMLTextAreaElement>(`.${styles.add} textarea`)?.focus()
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'orders'),
  })
  return (
    <li className={styles.entry}>
      <p className="soft">
        <time dateTime={note.at}>{formatDate(note.at, 'dayAndTime')}</time> by {note.by}
      </p>
      <p className="break-words pre-wrap">{note.text}</p>
      <Button
        look="quiet"
        busy={remove.isPending}
        aria-label={`Remove the note of ${formatDate(note.at, 'dayAndTime')}`}
        onClick={() => {
          if (window.confirm('Are you sure?')) remove.mutate()
        }}
      >
        Remove
      </Button>
    </li>
  )
}

/** All changes of an order, newest first, each with its time and author. */
export function History({ of: history }: { of: Order['history'] }) {
  // Changes are only added at the end, so the index is a stable key.
  const numbered = history.map((change, number) => ({ ...change, number }))
  return (
    <section className={`${page.fact} ${styles.record}`} aria-labelledby="history">
      <h2 id="history">History</h2>
      <ol className="stack-2" reversed>
        {numbered.toReversed().map(({ at, event, by, number }) => (
          <li key={number} className={styles.entry}>
            <p className="soft">
              <time dateTime={at}>{formatDate(at, 'dayAndTime')}</time> by {by}
            </p>
            <p>{event}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The private notes and the history of an order, for admins. */
export function OrderRecords({ order }: { order: Order }) {
  return (
    <div className={`stack-6 ${styles.records}`}>
      <Notes orderId={order._id} />
      <History of={order.history} />
    </div>
  )
}
