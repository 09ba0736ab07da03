import { useRef, useState, type FormEvent } from 'react'
import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import { giftCards, MAX_CARD_NOTE } from '#shared/checkout/api/gift-cards.ts'
import type { CardDesign } from '#shared/checkout/gift-cards.ts'
import { unprintable } from '#shared/kernel/printable.ts'
import { call } from '#app/platform/api/call.ts'
import { useUser } from '#app/platform/session/session.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { Field, TextareaField } from '#app/platform/ui/field.tsx'
import { textOf } from '#app/platform/ui/form-text.ts'
import { useProblems, type Problems } from '#app/platform/ui/use-problems.ts'
import { AmountChoice, OWN } from './amount-choice.tsx'
import { GuestFields, RadioChoice } from './form-parts.tsx'
import { DesignChoice } from './design-choice.tsx'
import { CardPoster } from './poster.tsx'
import { useTyped } from './typed-card.ts'
import { problemsIn, usePrepaidOrder } from './use-prepaid-order.ts'
import styles from './gift-cards.module.css'

type Offer = Reply<typeof giftCards.offer>

/** The form that orders a gift card. The order's page then asks for the payment. */
export function BuyCard({ offer }: { offer: Offer }) {
  const form = useRef<HTMLFormElement>(null)
  const { problems, showProblems, clear, events } = useProblems()
  const buying = usePrepaidOrder(
    (body: Bought, idempotencyKey) => call(giftCards.buy, { body }, { idempotencyKey }),
    (error) => showProblems(form.current, problemsIn(error)),
  )
  const user = useUser()
  const { amount, isForOther, card } = useTyped(form, offer, user?.name ?? '')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (buying.isPending) return
    clear()
    buying.mutate(bodyOf(new FormData(event.currentTarget)))
  }
  return (
    <form
      {...events}
      ref={form}
      onSubmit={submit}
      className={`stack-4 ${styles.form}`}
      aria-label="Buy a gift card"
    >
      <noscript>
        <Alert>To buy a gift card, please switch on JavaScript: PayPal needs it.</Alert>
      </noscript>
      <AmountChoice offer={offer} chosen={amount} problem={problems.amount} />
      <DesignChoice />
      <fieldset className={`stack-2 ${styles.group}`}>
        <legend>Recipient</legend>
        <div className={`stack-2 ${styles.choices}`}>
          <RadioChoice name="for" value="me" isFirst>
            For me
          </RadioChoice>
          <RadioChoice name="for" value="other" isFirst={false}>
            For someone else
          </RadioChoice>
        </div>
        {isForOther ? <OtherFields problems={problems} /> : null}
      </fieldset>
      {user ? null : <GuestFields problems={problems} />}
      <section className={`stack-2 packed ${styles.preview}`} aria-labelledby="preview">
        <h2 id="preview">This is the card</h2>
        <CardPoster card={card} />
      </section>
      {buying.error && Object.keys(problems).length === 0 ? (
        <Alert tone="danger">{buying.error.message}</Alert>
      ) : null}
      <div>
        <Button type="submit" busy={buying.isPending}>
          Continue to payment
        </Button>
        <p className="above-2">You pay on the next page. The card is ready as soon as it is paid.</p>
      </div>
    </form>
  )
}

function OtherFields({ problems }: { problems: Problems }) {
  const [notPrinted, setNotPrinted] = useState('')
  const check = ({ currentTarget }: FormEvent<HTMLDivElement>) => {
    const typed = [
      ...currentTarget.querySelectorAll<HTMLInputElement>('[name=toName], [name=from], [name=note]'),
    ]
    setNotPrinted(unprintable(typed.map(({ value }) => value).join('')).join(' '))
  }
  return (
    <div className={`stack-3 align-top ${styles.fields}`} onInput={check}>
      <Field
        label="Name of the recipient"
        name="toName"
        maxLength={100}
        required
        data-missing="Tell us who gets the card."
        problem={problems.toName}
      />
      <Field
        label="Email of the recipient"
        name="toEmail"
        type="email"
        maxLength={254}
        required
        data-missing="Tell us where to email the card."
        problem={problems.toEmail}
      />
      <Field
        label="From"
        name="from"
        maxLength={100}
        hint="The name on the card. If empty, your name."
        problem={problems.from}
      />
      <Field
        label="Email it on"
        name="sendOn"
        type="date"
        hint="In the morning of that day, in our time zone. If empty, as soon as it is paid."
        problem={problems.sendOn}
      />
      <div className={styles.wide}>
        <TextareaField label="Note" name="note" rows={3} maxLength={MAX_CARD_NOTE} problem={problems.note} />
        <p role="status" className="above-2">
          {notPrinted === '' ? null : `The email shows ${notPrinted}, but a printed card cannot.`}
        </p>
      </div>
    </div>
  )
}

type Bought = Body<typeof giftCards.buy>

function bodyOf(typed: FormData): Bought {
  const text = (name: string) => textOf(typed, name).trim()
  const chosen = text('amount')
  const amount = Number(chosen === OWN ? text('ownAmount').replace(/^\$/, '') || NaN : chosen)
  const guest = typed.has('email') ? { guest: { name: text('name'), email: text('email') } } : {}
  const isForOther = text('for') === 'other'
  return {
    ...guest,
    // The server's message says which amounts are possible.
    amount: Number.isFinite(amount) ? amount : 0,
    to: isForOther ? { name: text('toName'), email: text('toEmail') } : null,
    from: text('from'),
    note: text('note'),
    design: text('design') as CardDesign,
    sendOn: text('sendOn'),
  }
}
