import { useRef, type FormEvent } from 'react'
import { formatDate } from '#shared/kernel/dates.ts'
import { rangeText } from '#shared/kernel/days.ts'
import { gifts, type Gift } from '#shared/subscriptions/api/gifts.ts'
import { AddressFields } from '#app/platform/address/address-fields.tsx'
import { useAddressForm } from '#app/platform/address/use-address-form.ts'
import { call } from '#app/platform/api/call.ts'
import { useFormatDate } from '#app/platform/orders/dates.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { SelectField } from '#app/platform/ui/field.tsx'
import { textOf } from '#app/platform/ui/form-text.ts'
import { deliveryDayWords } from '#shared/platform/delivery-day-words.ts'
import { useRoasts } from '#app/platform/api/business.ts'
import type { Changing } from './use-gift.ts'
import styles from './gift.module.css'

type OfGift = { gift: Gift; changing: Changing }

/** The next delivery, and what the receiver can change about it. */
export function NextOfGift({ gift, changing }: OfGift) {
  const format = useFormatDate()
  const { next, place } = gift
  const words = deliveryDayWords(useRoasts())
  if (!next) return <p className="lead">{words.noDays}. The next day is shown here soon.</p>
  const { roastsOn, arrivesFrom, arrivesTo, changeUntil, isWaiting, number } = next
  return (
    <section className="stack-3 pad-3 box mat break-words" aria-labelledby="next">
      <h2 id="next">Next coffee</h2>
      <div className="stack-1">
        <p className={`lining ${styles.day}`}>{formatDate(roastsOn, 'weekday')}</p>
        <p className="lining">
          {words.label} on this day
          {arrivesFrom && arrivesTo ? `, and with you ${rangeText(arrivesFrom, arrivesTo)}` : ''}. It goes to{' '}
          {place}.
        </p>
        {isWaiting ? (
          <p>It has to wait for coffee: it comes as soon as there is enough.</p>
        ) : changeUntil ? (
          <p className="lining soft">Change or skip it until {format(changeUntil, 'dayAndTime')}.</p>
        ) : null}
      </div>
      {changing.error ? <Alert tone="danger">{changing.error.message}</Alert> : null}
      <div>
        <Button
          look="line"
          busy={changing.isPending}
          onClick={() => changing.mutate((code) => call(gifts.skip, { body: { code, number } }))}
        >
          Skip this one
        </Button>
        <p className="above-2 soft">It is not lost: the gift goes on longer.</p>
      </div>
      {gift.grinds.length > 1 ? (
        <Disclosure summary="Change the grind">
          <GrindForm gift={gift} changing={changing} />
        </Disclosure>
      ) : null}
      <Disclosure summary="Send it to another address">
        <AddressForm changing={changing} />
      </Disclosure>
    </section>
  )
}

function GrindForm({ gift, changing }: OfGift) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const grind = textOf(new FormData(event.currentTarget), 'grind')
    changing.mutate((code) => call(gifts.change, { body: { code, grind } }))
  }
  return (
    <form onSubmit={submit} className="stack-2 measure-form">
      <SelectField label="Grind" name="grind" unmarked defaultValue={gift.grind}>
        {gift.grinds.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </SelectField>
      <div>
        <Button type="submit" look="line" busy={changing.isPending}>
          Save the grind
        </Button>
      </div>
    </form>
  )
}

function AddressForm({ changing }: { changing: Changing }) {
  const ref = useRef<HTMLFormElement>(null)
  const address = useAddressForm({}, ref, { keepsDraft: false })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const shippingAddress = address.check()
    if (shippingAddress) changing.mutate((code) => call(gifts.change, { body: { code, shippingAddress } }))
  }
  return (
    <form ref={ref} onSubmit={submit} noValidate className="stack-2 measure-wide">
      <AddressFields form={address} />
      <div>
        <Button type="submit" look="line" busy={changing.isPending}>
          Save the address
        </Button>
      </div>
    </form>
  )
}

/** The deliveries so far; nothing before the first one. */
export function Deliveries({ of: { made } }: { of: Gift }) {
  const format = useFormatDate()
  if (made.length === 0) return null
  return (
    <section className="stack-2" aria-labelledby="so-far">
      <h2 id="so-far">So far</h2>
      <ul className={styles.made}>
        {made.map(({ number, state, on, shippedAt, deliveredAt }) => (
          <li key={number} className="lining">
            {formatDate(on, 'weekday')}:{' '}
            {state === 'skipped'
              ? 'skipped'
              : deliveredAt
                ? `arrived on ${format(deliveredAt, 'shortDay')}`
                : shippedAt
                  ? `on its way since ${format(shippedAt, 'shortDay')}`
                  : 'being prepared'}
          </li>
        ))}
      </ul>
    </section>
  )
}
