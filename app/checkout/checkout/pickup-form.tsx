import type { FormEvent, RefObject } from 'react'
import { useNavigate } from 'react-router'
import { PickupPlace } from '#app/platform/orders/pickup-place.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { GiftFields } from './recipient-fields.tsx'
import styles from './shipping.module.css'
import type { GuestForm } from './use-guest-form.ts'
import type { DetailsForm } from './use-details-form.ts'

type Props = {
  /** Null for a signed-in user. */
  guest: GuestForm | null
  details: DetailsForm
  /** The form to which a guest's name and email belong. */
  formId: string
  formRef: RefObject<HTMLFormElement | null>
}

/** The first screen of the checkout for pickup. It shows where the bar is. A guest types only a name and an email. */
export function PickupForm({ guest, details, formId, formRef }: Props) {
  const navigate = useNavigate()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // All problems are shown at once. The first one gets the focus, because it is checked last.
    const hasDetails = details.check(true)
    const hasGuest = guest === null || guest.check()
    if (hasDetails && hasGuest) void navigate('/placeorder')
  }
  return (
    <form id={formId} ref={formRef} onSubmit={submit} className="stack-4" noValidate>
      <PickupPlace />
      <p>
        You get an email as soon as your order is ready. At the bar, tell us your name and the number of your
        order.
      </p>
      <GiftFields details={details} />
      <Button type="submit" className={styles.continue}>
        Continue
      </Button>
    </form>
  )
}
