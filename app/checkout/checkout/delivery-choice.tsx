import type { PickupNotice } from '#shared/roastery/api/delivery.ts'
import { choosePickup } from '#app/platform/cart/cart.ts'
import styles from './delivery.module.css'

type Props = {
  isPickup: boolean
  pickup: PickupNotice
  shipping: string | undefined
  /** Why the cart is not shipped; null if it is. */
  unshipped: string | null
}

/**
 * The choice of the delivery method: shipping or pickup, each with its dates. A method that is not possible is disabled,
 * and its text says why.
 */
export function DeliveryChoice({ isPickup, pickup, shipping, unshipped }: Props) {
  return (
    <fieldset className={`stack-2 halves-48 ${styles.radios} ${styles.methods}`}>
      <legend>Ship it or pick it up</legend>
      <Option
        id="delivery-ship"
        label="Ship to an address"
        text={unshipped ?? shipping ?? '\u00a0'}
        checked={!isPickup}
        disabled={unshipped !== null}
        choose={() => choosePickup(false)}
      />
      <Option
        id="delivery-pickup"
        label="Pick up at the bar"
        text={pickup.promise ? `${pickup.text} You pay nothing for shipping.` : pickup.text}
        checked={isPickup}
        disabled={pickup.promise === null}
        choose={() => choosePickup(true)}
      />
    </fieldset>
  )
}

function Option({
  id,
  label,
  text,
  checked,
  disabled,
  choose,
}: {
  id: string
  label: string
  text: string
  checked: boolean
  disabled?: boolean
  choose: () => void
}) {
  return (
    <div className={`${styles.radio} ${styles.method}`}>
      <input
        type="radio"
        id={id}
        name="delivery"
        checked={checked}
        disabled={disabled}
        onChange={choose}
        aria-describedby={`${id}-note`}
      />
      <label htmlFor={id} className={styles.name}>
        {label}
      </label>
      <p id={`${id}-note`} className="soft small lining">
        {text}
      </p>
    </div>
  )
}
