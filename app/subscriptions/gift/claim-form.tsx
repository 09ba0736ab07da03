import { useRef, type FormEvent } from 'react'
import { formatDate } from '#shared/kernel/dates.ts'
import { gifts, type Gift } from '#shared/subscriptions/api/gifts.ts'
import { AddressFields } from '#app/platform/address/address-fields.tsx'
import { useAddressForm } from '#app/platform/address/use-address-form.ts'
import { call, fieldsIn } from '#app/platform/api/call.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { SelectField } from '#app/platform/ui/field.tsx'
import { textOf } from '#app/platform/ui/form-text.ts'
import { deliveryDayWords } from '#shared/platform/delivery-day-words.ts'
import { useRoasts } from '#app/platform/api/business.ts'
import type { Changing } from './use-gift.ts'

/** The days to choose from: about a month. */
const DAYS = 12

/** The receiver enters where the coffee goes, and chooses grind and first day. */
export function ClaimForm({ gift, changing }: { gift: Gift; changing: Changing }) {
  const ref = useRef<HTMLFormElement>(null)
  const address = useAddressForm({}, ref, { keepsDraft: false })
  const problems = changing.error ? fieldsIn(changing.error) : {}
  const { first } = deliveryDayWords(useRoasts())
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const shippingAddress = address.check()
    if (!shippingAddress || changing.isPending) return
    const choice = { grind: textOf(typed, 'grind'), firstOn: textOf(typed, 'firstOn') }
    changing.mutate((code) => call(gifts.claim, { body: { code, shippingAddress, ...choice } }))
  }
  return (
    <form ref={ref} onSubmit={submit} noValidate className="stack-4 measure-wide" aria-label="Open the gift">
      <section className="stack-3" aria-labelledby="where">
        <h2 id="where">Where should it go?</h2>
        <AddressFields form={address} />
      </section>
      <section className="stack-3" aria-labelledby="how">
        <h2 id="how">How do you like it?</h2>
        <div className="grid gap-3 halves-48 align-top">
          {gift.grinds.length > 0 ? (
            <SelectField
              label="Grind"
              name="grind"
              unmarked
              defaultValue={gift.grind}
              problem={problems.grind}
            >
              {gift.grinds.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </SelectField>
          ) : null}
          <SelectField label={first} name="firstOn" unmarked problem={problems.firstOn}>
            {gift.firstDays.slice(0, DAYS).map((day) => (
              <option key={day} value={day}>
                {formatDate(day, 'weekday')}
              </option>
            ))}
          </SelectField>
        </div>
      </section>
      {changing.error ? <Alert tone="danger">{changing.error.message}</Alert> : null}
      <div>
        <Button type="submit" busy={changing.isPending}>
          Send me the coffee
        </Button>
        <p className="above-2">You need no account and no card. Everything is paid.</p>
      </div>
    </form>
  )
}
