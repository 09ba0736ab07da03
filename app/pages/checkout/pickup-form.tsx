import type { FormEvent, RefObject } from 'react'
import { useNavigate } from 'react-router'
import { PickupPlace } from '../../orders/pickup-place.tsx'
import { Button } from '../../ui/button.tsx'
import { GiftFields } from './parcel-fields.tsx'
import styles from './shipping.module.css'
import type { GuestForm } from './use-guest-form.ts'
import type { ParcelForm } from './use-parcel-form.ts'

type Props = {
  /** Null for a signed-in user. */
  guest: GuestForm | null
  parcel: ParcelForm
  /** The form to which a guest's name and email belong. */
  formId: string
  formRef: RefObject<HTMLFormElement | null>
}

/** The first screen of the checkout for a pickup: where the bar is. A guest types only a name and an email. */
export function PickupForm({ guest, parcel, formId, formRef }: Props) {
  const navigate = useNavigate()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (guest !== null && !guest.check()) return
    if (parcel.check(true)) void navigate('/placeorder')
  }
  return (
    <form id={formId} ref={formRef} onSubmit={submit} className={styles.form} noValidate>
      <PickupPlace />
      <p>
        You get a mail as soon as your order is ready. At the bar, tell us your name and the number of your
        order.
      </p>
      <GiftFields parcel={parcel} />
      <Button type="submit" className={styles.continue}>
        Continue
      </Button>
    </form>
  )
}
