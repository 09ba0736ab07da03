import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { giftCardAdmin } from '#shared/checkout/api/gift-card-admin.ts'
import { MAX_CARD_NOTE } from '#shared/checkout/api/gift-cards.ts'
import { CARD_DESIGNS, DESIGN_KEYS, type CardDesign } from '#shared/checkout/gift-cards.ts'
import { COUNTER_KINDS, TENDER_NAMES, type CounterKind } from '#shared/checkout/tenders.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { call, fieldsIn } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { useSendOnce } from '#app/platform/api/send-once.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { Field, SelectField } from '#app/platform/ui/field.tsx'
import { textOf } from '#app/platform/ui/form-text.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import { useIsMounted } from '#app/platform/ui/use-is-mounted.ts'
import { useProblems } from '#app/platform/ui/use-problems.ts'
import { cardPath } from './cards.ts'
import styles from './gift-card.module.css'

/**
 * Sells a card at the bar. The page of the card then prints it.
 * @param mayStillSell in dollars; null without a limit
 */
export function SellCard({ mayStillSell }: { mayStillSell: number | null }) {
  const form = useRef<HTMLFormElement>(null)
  const { problems, showProblems, clear, events } = useProblems()
  const selling = useSale((error) => showProblems(form.current, problemsIn(error)))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (selling.isPending) return
    clear()
    selling.mutate(new FormData(event.currentTarget))
  }
  return (
    <form {...events} ref={form} onSubmit={submit} className={styles.sell} aria-labelledby="sell">
      <h2 id="sell">Sell a gift card at the bar</h2>
      <p className={styles.wide}>
        Take the money first: the card is ready right away. You can print it, or email it if you enter an
        address.
        {mayStillSell === null ? '' : ` You may sell ${formatDollars(mayStillSell)} more today.`}
      </p>
      <Field
        label="Amount in dollars"
        name="amount"
        inputMode="decimal"
        maxLength={10}
        required
        data-missing="Enter an amount."
        problem={problems.amount}
      />
      <Field label="For" name="name" maxLength={100} autoComplete="off" problem={problems.name} />
      <Field
        label="Email"
        name="email"
        type="email"
        maxLength={254}
        autoComplete="off"
        hint="To email the card."
        problem={problems.email}
      />
      <Field label="From" name="from" maxLength={100} autoComplete="off" problem={problems.from} />
      <DesignField />
      <PaidField />
      <div className={styles.beside}>
        <Field
          label="Note"
          name="note"
          maxLength={MAX_CARD_NOTE}
          autoComplete="off"
          problem={problems.note}
        />
      </div>
      {selling.error && Object.keys(problems).length === 0 ? (
        <div className={styles.wide}>
          <Alert tone="danger">{selling.error.message}</Alert>
        </div>
      ) : null}
      <Button type="submit" busy={selling.isPending}>
        Sell the card
      </Button>
    </form>
  )
}

function DesignField() {
  return (
    <SelectField label="Picture" name="design" unmarked>
      {DESIGN_KEYS.map((key) => (
        <option key={key} value={key}>
          {CARD_DESIGNS[key]}
        </option>
      ))}
    </SelectField>
  )
}

/** Only cash goes into the drawer of the counter. */
function PaidField() {
  return (
    <SelectField label="Paid with" name="paidBy" unmarked>
      {COUNTER_KINDS.map((kind) => (
        <option key={kind} value={kind}>
          {TENDER_NAMES[kind]}
        </option>
      ))}
    </SelectField>
  )
}

function useSale(onProblem: (error: Error) => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const sendOnce = useSendOnce()
  const isMounted = useIsMounted()
  return useMutation({
    mutationFn: (typed: FormData) => {
      const body = bodyOf(typed)
      return sendOnce(body, (idempotencyKey) => call(giftCardAdmin.create, { body }, { idempotencyKey }))
    },
    onSuccess: async ({ _id }) => {
      toast.success('Gift card sold')
      void refresh(client, 'giftcards')
      if (isMounted()) await navigate(cardPath(_id))
    },
    onError: onProblem,
  })
}

function bodyOf(typed: FormData) {
  const text = (name: string) => textOf(typed, name).trim()
  const amount = Number(text('amount').replace(/^\$/, ''))
  const [name, email] = [text('name'), text('email')]
  return {
    amount: Number.isFinite(amount) ? amount : 0,
    to: name || email ? { name, email } : null,
    from: text('from'),
    note: text('note'),
    design: text('design') as CardDesign,
    paidBy: text('paidBy') as CounterKind,
  }
}

function problemsIn(error: Error): Record<string, string> {
  const { 'to.name': name, 'to.email': email, ...others } = fieldsIn(error)
  return { ...others, ...(name ? { name } : {}), ...(email ? { email } : {}) }
}
