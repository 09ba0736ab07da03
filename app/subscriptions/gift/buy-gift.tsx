import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, type FormEvent } from 'react'
import { MAX_GIFT_NOTE } from '#shared/checkout/api/place-order.ts'
import { formatDollars, toCents, toDollars } from '#shared/kernel/pricing.ts'
import { GIFT_COUNTS } from '#shared/platform/subscriptions.ts'
import type { Body } from '#shared/platform/api/endpoint.ts'
import { gifts, type GiftOffer } from '#shared/subscriptions/api/gifts.ts'
import type { Address } from '#shared/platform/address.ts'
import { GuestFields, RadioChoice } from '#app/checkout/gift-cards/form-parts.tsx'
import page from '#app/checkout/gift-cards/gift-cards.module.css'
import { problemsIn, usePrepaidOrder } from '#app/checkout/gift-cards/use-prepaid-order.ts'
import { call, CallError } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { useUser } from '#app/platform/session/session.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { Field, TextareaField } from '#app/platform/ui/field.tsx'
import { textsOf } from '#app/platform/ui/form-text.ts'
import { Spinner } from '#app/platform/ui/spinner.tsx'
import { useProblems, type Problems } from '#app/platform/ui/use-problems.ts'
import { useTypedForm } from '#app/platform/ui/use-typed-form.ts'
import { useRoasts } from '#app/platform/api/business.ts'
import { choiceIn, CoffeeChoice, type Choice } from './coffee-choice.tsx'
import type { CheckedAddress } from './gift-address.tsx'
import styles from './gift.module.css'

const GiftAddress = lazy(() => import('./gift-address.tsx'))

/** The form that orders a gift subscription. The order's page then asks for the payment. */
export function BuyGift({ offer }: { offer: GiftOffer }) {
  const ref = useRef<HTMLFormElement>(null)
  const { problems, showProblems, clear, events } = useProblems()
  const address = useRef<CheckedAddress>(null)
  const buying = useBuy((error) => showProblems(ref.current, problemsIn(error)))
  const typed = useTypedForm(ref)
  const choice = choiceIn(offer, typed)
  const isByEmail = typed?.get('way') !== 'address'
  const user = useUser()
  const total = toDollars(toCents(choice.delivery) * choice.deliveries)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (buying.isPending) return
    clear()
    // Null while the fields are loaded, too.
    const shippingAddress = isByEmail ? undefined : (address.current?.check() ?? null)
    if (shippingAddress !== null)
      buying.mutate(bodyOf(new FormData(event.currentTarget), choice, { total, shippingAddress }))
  }
  return (
    <form
      {...events}
      ref={ref}
      onSubmit={submit}
      className={`stack-4 measure-wide ${page.form}`}
      aria-label="Give a subscription"
    >
      <noscript>
        <Alert>To give a subscription, please switch on JavaScript: the payment needs it.</Alert>
      </noscript>
      <CountChoice counts={offer.counts} />
      <CoffeeChoice offer={offer} choice={choice} problems={problems} />
      <fieldset className={`stack-2 ${page.group}`}>
        <legend>Who gets it?</legend>
        <div className={`stack-2 ${page.choices}`}>
          <RadioChoice name="way" value="email" isFirst>
            By email
          </RadioChoice>
          <RadioChoice name="way" value="address" isFirst={false}>
            To an address
          </RadioChoice>
        </div>
        <ReceiverFields isByEmail={isByEmail} problems={problems} />
        {isByEmail ? null : (
          <Suspense fallback={<Spinner what="Loading the address" />}>
            <GiftAddress ref={address} form={ref} />
          </Suspense>
        )}
        <TextareaField label="Note" name="note" rows={3} maxLength={MAX_GIFT_NOTE} problem={problems.note} />
      </fieldset>
      {user ? null : <GuestFields problems={problems} />}
      {buying.error && Object.keys(problems).length === 0 ? (
        <Alert tone="danger">{buying.error.message}</Alert>
      ) : null}
      <Total of={choice} total={total} isBusy={buying.isPending} />
    </form>
  )
}

function CountChoice({ counts }: Pick<GiftOffer, 'counts'>) {
  return (
    <fieldset className={`stack-2 ${page.group}`}>
      <legend>How many deliveries?</legend>
      <div className={`stack-2 ${styles.counts}`}>
        {counts.map((count) => (
          <RadioChoice key={count} name="deliveries" value={String(count)} isFirst={count === GIFT_COUNTS[0]}>
            {count}
            <span className="visually-hidden"> deliveries</span>
          </RadioChoice>
        ))}
      </div>
    </fieldset>
  )
}

function Total({
  of: { deliveries, delivery },
  total,
  isBusy,
}: {
  of: Choice
  total: number
  isBusy: boolean
}) {
  return (
    <div className="stack-2">
      <p className={styles.total} role="status">
        <strong className="lining">{formatDollars(total)}</strong>
        <span className="lining">
          {deliveries} deliveries of {formatDollars(delivery)}, with shipping and tax. Paid once.
        </span>
      </p>
      <div>
        <Button type="submit" busy={isBusy}>
          Continue to payment
        </Button>
      </div>
    </div>
  )
}

function ReceiverFields({ isByEmail, problems }: { isByEmail: boolean; problems: Problems }) {
  const roasts = useRoasts()
  return (
    <div className={`stack-3 align-top ${page.fields}`}>
      <Field
        label="Their name"
        name="toName"
        maxLength={100}
        autoComplete="off"
        required
        data-missing="Tell us who gets the coffee."
        problem={problems.toName}
      />
      {isByEmail ? (
        <Field
          label="Their email"
          name="toEmail"
          type="email"
          maxLength={254}
          autoComplete="off"
          required
          hint="They enter the address. If it is wrong, you can correct it later."
          data-missing="Tell us where to email the gift."
          problem={problems.toEmail}
        />
      ) : null}
      <Field
        key={isByEmail ? 'mail' : 'first'}
        label={isByEmail ? 'Email it on' : 'First delivery from'}
        name="startsOn"
        type="date"
        hint={
          isByEmail
            ? 'If empty, as soon as it is paid.'
            : `If empty, ${roasts ? 'with the next roast' : 'as soon as possible'}.`
        }
        problem={problems.startsOn}
      />
    </div>
  )
}

type Bought = Body<typeof gifts.buy>

function useBuy(onProblem: (error: Error) => void) {
  const client = useQueryClient()
  return usePrepaidOrder(
    (body: Bought, idempotencyKey) => call(gifts.buy, { body }, { idempotencyKey }),
    (error) => {
      // The price is the one of a coffee that has changed: the form shows the new one.
      if (error instanceof CallError && error.data.code === 'prices')
        void client.invalidateQueries({ queryKey: ask(gifts.offer, {}).queryKey })
      onProblem(error)
    },
  )
}

function bodyOf(
  typed: FormData,
  { deliveries, weeks, grind, coffee }: Choice,
  { total, shippingAddress }: { total: number; shippingAddress: Address | undefined },
): Bought {
  const { name, email, toName, toEmail, startsOn, note } = textsOf(
    typed,
    'name',
    'email',
    'toName',
    'toEmail',
    'startsOn',
    'note',
  )
  return {
    ...(typed.has('email') ? { guest: { name, email } } : {}),
    deliveries,
    weeks,
    grind,
    ...coffee,
    to: shippingAddress ? { name: toName } : { name: toName, email: toEmail },
    ...(shippingAddress ? { shippingAddress } : {}),
    startsOn,
    note,
    total,
  }
}
