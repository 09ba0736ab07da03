import { CARD_DESIGNS, DESIGN_KEYS } from '#shared/checkout/gift-cards.ts'
import { CardPicture } from './poster.tsx'
import styles from './gift-cards.module.css'

/** The choice of the picture on a card. */
export function DesignChoice() {
  return (
    <fieldset className={styles.group}>
      <legend>Picture</legend>
      <div className={`grid gap-2 ${styles.designs}`}>
        {DESIGN_KEYS.map((key, index) => (
          <label key={key} className={`${styles.choice} ${styles.design}`}>
            <CardPicture of={key} />
            <input type="radio" name="design" value={key} defaultChecked={index === 0} />
            <span>{CARD_DESIGNS[key]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
