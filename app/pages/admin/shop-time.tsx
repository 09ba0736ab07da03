import { brand } from '#shared/brand.ts'
import styles from './shop-time.module.css'

/** Said once, at the end of each admin screen: whose clock the times on it are by. */
export function ShopTime() {
  return (
    <p className={styles.note}>
      Times are the shop’s: {ZONE}, {brand.place.city}, {brand.place.state}.
    </p>
  )
}

/** 'Eastern Time' */
const ZONE = new Intl.DateTimeFormat('en-US', { timeZone: brand.timeZone, timeZoneName: 'longGeneric' })
  .formatToParts(new Date(0))
  .find(({ type }) => type === 'timeZoneName')!.value
