import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, type FormEvent } from 'react'
import { counterReceipt } from '#shared/checkout/api/counter-receipt.ts'
import type { CounterSale } from '#shared/checkout/api/counter.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { call, fieldsIn } from '#app/platform/api/call.ts'
import { useSendOnce } from '#app/platform/api/send-once.ts'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { EmailField } from '#app/platform/ui/field.tsx'
import { textsOf } from '#app/platform/ui/form-text.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import { useProblems } from '#app/platform/ui/use-problems.ts'
import styles from './counter.module.css'

export const receiptPath = (id: string) => `/admin/receipt/${id}`

/** A sale that is paid: what to give back, and the receipt on paper or by mail. */
export function Done({ sale, next }: { sale: CounterSale; next: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const change = sale.tenders.find((tender) => tender.change !== null)?.change ?? 0
  return (
    <section className="stack-3" aria-labelledby="done">
      <h2 id="done" ref={heading} tabIndex={-1}>
        Paid: {formatDollars(sale.totalPrice)}
      </h2>
      {change > 0 ? (
        <p className={styles.change}>
          Give back <strong>{formatDollars(change)}</strong>
        </p>
      ) : null}
      <p className="soft">
        Order No. {sale.number}, {sale.paymentMethod.toLowerCase()}
        {sale.handover === 'pickup' ? '. It waits under Pickup' : ''}
      </p>
      <Button onClick={next}>Next sale</Button>
      <div className="stack-2 rule-soft pad-top-2">
        <ButtonLink look="line" className="self-left" to={receiptPath(sale._id)} target="_blank">
          Print the receipt
        </ButtonLink>
        <MailReceipt id={sale._id} email={sale.buyer.email} />
      </div>
    </section>
  )
}

/** @param email the address of the buyer; empty if it is not known */
export function MailReceipt({ id, email }: { id: string; email: string }) {
  const form = useRef<HTMLFormElement>(null)
  const { problems, showProblems, events } = useProblems()
  const sendOnce = useSendOnce()
  const mailing = useMutation({
    mutationFn: (to: string) => {
      const body = { email: to }
      return sendOnce(body, (idempotencyKey) =>
        call(counterReceipt.mail, { params: { id }, body }, { idempotencyKey }),
      )
    },
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => {
      showProblems(form.current, fieldsIn(error))
      if (Object.keys(fieldsIn(error)).length === 0) toast.error(error.message)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!mailing.isPending) mailing.mutate(textsOf(new FormData(event.currentTarget), 'email').email)
  }
  return (
    <form {...events} ref={form} onSubmit={submit} className={styles.oneLine}>
      <EmailField label="Receipt by email" autoComplete="off" defaultValue={email} problem={problems.email} />
      <Button type="submit" look="line" busy={mailing.isPending}>
        Email it
      </Button>
    </form>
  )
}
