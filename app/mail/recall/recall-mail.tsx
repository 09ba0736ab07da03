import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { recall, RECALL_PLACEHOLDERS } from '#shared/mail/api/recall.ts'
import { counted } from '#shared/kernel/counts.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { useSettled } from '#app/platform/admin/use-settled.ts'
import { useDraft } from '#app/platform/session/drafts.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { Field, TextareaField } from '#app/platform/ui/field.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Email } from '#app/platform/ui/email.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import styles from './recall.module.css'

type Prepared = Awaited<ReturnType<typeof call<typeof recall.mail>>>

/** The prepared mail to all buyers of a recall. */
export function RecallMail({ id, buyers }: { id: string; buyers: number }) {
  const prepared = useQuery(ask(recall.mail, { params: { id } }))
  return (
    <section className="stack-3" aria-labelledby="recall-mail">
      <h2 id="recall-mail" className="below-2">
        Email to {counted(buyers, 'buyer')}
      </h2>
      {prepared.isError ? <LoadError error={prepared.error} retry={prepared.refetch} /> : null}
      {prepared.data ? <RecallMailForm id={id} prepared={prepared.data} /> : null}
    </section>
  )
}

function RecallMailForm({ id, prepared }: { id: string; prepared: Prepared }) {
  const subject = useDraft(`recall-subject-${id}`, prepared.subject)
  const text = useDraft(`recall-text-${id}`, prepared.text)
  const mail = { subject: subject.text, text: text.text }
  const preview = usePreview(id, mail)
  const sending = useSending(id, { ...mail, recipients: prepared.count })
  const alreadySent = preview.data?.sent ?? 0
  const open = prepared.count - alreadySent
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (sending.isPending || !window.confirm(`Send this email to ${counted(open, 'buyer')} now?`)) return
    sending.mutate()
  }
  return (
    <>
      {prepared.here > 0 ? <NotSentYet orders={prepared.here} /> : null}
      <form onSubmit={send} className="stack-3 measure">
        <Field
          label="Subject"
          required
          maxLength={150}
          value={subject.text}
          onChange={({ target }) => subject.type(target.value)}
        />
        <TextareaField
          label="Text"
          hint={`Each buyer’s own values replace ${RECALL_PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}.`}
          required
          rows={18}
          maxLength={5000}
          value={text.text}
          onChange={({ target }) => text.type(target.value)}
        />
        <div className="row-2">
          <Button type="submit" busy={sending.isPending} disabled={open === 0 || preview.data === undefined}>
            Send to {counted(open, 'buyer')}
          </Button>
          <Button
            look="quiet"
            onClick={() => {
              subject.discard()
              text.discard()
            }}
          >
            Prepared text again
          </Button>
        </div>
        {alreadySent > 0 ? (
          <p role="status">
            {counted(alreadySent, 'buyer')} {alreadySent === 1 ? 'has' : 'have'} already got this text, and{' '}
            {alreadySent === 1 ? 'does' : 'do'} not get it again.
          </p>
        ) : null}
      </form>
      {preview.error ? <p role="status">{preview.error.message}</p> : null}
      {preview.data ? <Preview html={preview.data.html} /> : null}
      <Recipients of={prepared} />
    </>
  )
}

function useSending(id: string, body: { subject: string; text: string; recipients: number }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(recall.send, { params: { id }, body }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'recall'),
  })
}

function NotSentYet({ orders }: { orders: number }) {
  return (
    <Alert tone="warning">
      {counted(orders, 'order')} {orders === 1 ? 'is' : 'are'} not sent yet. Take the bags back: the{' '}
      {orders === 1 ? 'buyer gets' : 'buyers get'} no email.
    </Alert>
  )
}

function Preview({ html }: { html: string }) {
  return (
    <iframe
      title="Preview of the email to one of the buyers"
      sandbox="allow-same-origin"
      srcDoc={html}
      className={`full-width box ${styles.frame}`}
    />
  )
}

function Recipients({ of: { recipients, count } }: { of: Prepared }) {
  return (
    <Disclosure summary={`Recipients: ${count}`}>
      <Table label="Recipients" rows={recipients} keyOf={({ email }) => email} columns={COLUMNS} />
      {count > recipients.length ? <p>And {count - recipients.length} more. The list has all.</p> : null}
    </Disclosure>
  )
}

const COLUMNS: Column<Prepared['recipients'][number]>[] = [
  { name: 'Name', rowHeader: true, title: true, of: ({ name }) => name },
  { name: 'Email', of: ({ email }) => <Email>{email}</Email> },
  { name: 'Orders', of: ({ orders }) => orders.join(', ') },
  { name: 'Bags', align: 'end', of: ({ bags }) => bags },
]

/** The mail as it is written now, and how many buyers have got it. */
function usePreview(id: string, mail: { subject: string; text: string }) {
  const body = useSettled(mail)
  return useQuery({
    queryKey: ['recall', 'preview', id, body],
    queryFn: () => call(recall.preview, { params: { id }, body }),
    enabled: body.subject.trim() !== '' && body.text.trim() !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
}
