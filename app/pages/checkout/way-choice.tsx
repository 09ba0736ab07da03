import type { PickupNotice } from '#shared/api/delivery.ts'
import { choosePickup } from '../../cart/cart.ts'
import styles from './way-choice.module.css'

type Props = { isPickup: boolean; pickup: PickupNotice; shipping: string | undefined }

/**
 * The choice between shipping and pickup, each with its dates. Pickup cannot be chosen while the shop has no day for it;
 * the text then says why.
 */
export function WayChoice({ isPickup, pickup, shipping }: Props) {
  return (
    <fieldset className={styles.ways}>
      <legend>Ship it or pick it up</legend>
      <Way
        id="way-ship"
        label="Ship to an address"
        text={shipping ?? '\u00a0'}
        checked={!isPickup}
        choose={() => choosePickup(false)}
      />
      <Way
        id="way-pickup"
        label="Pick up at the bar"
        text={pickup.promise ? `${pickup.text} No shipping to pay.` : pickup.text}
        checked={isPickup}
        disabled={pickup.promise === null}
        choose={() => choosePickup(true)}
      />
    </fieldset>
  )
}

function Way({
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
    <div className={styles.way}>
      <input
        type="radio"
        id={id}
        name="way"
        checked={checked}
        disabled={disabled}
        onChange={choose}
        aria-describedby={`${id}-note`}
      />
      <label htmlFor={id}>{label}</label>
      <p id={`${id}-note`}>{text}</p>
    </div>
  )
}
