import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { giftCardAdmin, MAX_CARD_REASON, type CardForStaff } from '#shared/checkout/api/gift-card-admin.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { useSendOnce } from '#app/platform/api/send-once.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { useIsMounted } from '#app/platform/ui/use-is-mounted.ts'
import { cardPath } from './cards.ts'
import styles from './gift-card.module.css'

/** The changes that owners and managers can make to a card. */
export function CardChanges({ card }: { card: CardForStaff }) {
  const { _id: id, state, to, balance } = card
  const params = { id }
  const mailing = useChange(() => call(giftCardAdmin.mail, { params }), 'Gift card emailed')
  const isReplaced = card.replacedBy !== null
  if (isReplaced) return null
  return (
    <section className={`stack-1 ${styles.changes}`} aria-label="Change this card">
      {state === 'active' && to.email && card.canPrint ? (
        <Button look="quiet" busy={mailing.isPending} onClick={() => mailing.mutate()}>
          Email it {card.mailedAt ? 'again' : 'now'}
        </Button>
      ) : null}
      {state === 'disabled' ? null : <Adjust id={id} />}
      <Disclosure summary="Replace a lost card" name="card-change">
        <ReasonForm
          text={`This card is blocked, and a new card with a new code gets ${formatDollars(balance)}.`}
          submit="Replace the card"
          change={(reason) => call(giftCardAdmin.replace, { params, body: { reason } })}
          done="Card replaced"
        />
      </Disclosure>
      {state === 'disabled' ? null : (
        <Disclosure summary="Block the card" name="card-change">
          <ReasonForm
            text="No one can pay with it after this. The shop still owes the balance, and you can move it to a new card later."
            submit="Block the card"
            change={(reason) => call(giftCardAdmin.disable, { params, body: { reason } })}
            done="Card blocked"
          />
        </Disclosure>
      )}
    </section>
  )
}

/** A change that returns a card, which is then shown. */
function useChange(change: () => Promise<CardForStaff>, done: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const isMounted = useIsMounted()
  return useMutation({
    mutationFn: change,
    onSuccess: async (card) => {
      client.setQueryData(ask(giftCardAdmin.one, { params: { id: card._id } }).queryKey, card)
      await refresh(client, 'giftcards')
      toast.success(done)
      if (isMounted()) await navigate(cardPath(card._id))
    },
    // The card may have changed: by a colleague, or by a request whose reply was lost.
    onError: (error) => {
      toast.error(error.message)
      return refresh(client, 'giftcards')
    },
  })
}

function Adjust({ id }: { id: string }) {
  const [amount, setAmount] = useState('')
  const sendOnce = useSendOnce()
  const adjust = (reason: string) => {
    const body = { amount: Number(amount.replace('−', '-')), reason }
    return sendOnce(body, (idempotencyKey) =>
      call(giftCardAdmin.adjust, { params: { id }, body }, { idempotencyKey }),
    )
  }
  return (
    <Disclosure summary="Change the balance" name="card-change">
      <ReasonForm
        text="Adds money to the card, or takes money from it with a minus sign. The change log and the bookkeeping list the change."
        submit="Change the balance"
        change={adjust}
        done="Balance changed"
      >
        <Field
          label="Amount in dollars"
          name="amount"
          value={amount}
          onChange={({ target }) => setAmount(target.value)}
          inputMode="text"
          pattern="[\-−]?[0-9]+([.][0-9]{1,2})?"
          title="An amount such as 5 or -2.50"
          maxLength={10}
          required
        />
      </ReasonForm>
    </Disclosure>
  )
}

type ReasonFormProps = {
  text: string
  submit: string
  done: string
  change: (reason: string) => Promise<CardForStaff>
  children?: ReactNode
}

function ReasonForm({ text, submit, done, change, children }: ReasonFormProps) {
  const [reason, setReason] = useState('')
  const changing = useChange(() => change(reason), done)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!changing.isPending) changing.mutate()
  }
  return (
    <form onSubmit={send} className={`stack-2 ${styles.change}`}>
      <p>{text}</p>
      {children}
      <Field
        label="Reason"
        name="reason"
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        maxLength={MAX_CARD_REASON}
        required
      />
      <Button type="submit" look="line" busy={changing.isPending}>
        {submit}
      </Button>
    </form>
  )
}
