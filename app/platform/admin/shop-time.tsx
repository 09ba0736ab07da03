import { timeZoneName } from '#shared/kernel/dates.ts'
import styles from './shop-time.module.css'

/** The note on each admin page about the time zone of its times. */
export function ShopTime() {
  return <p className={styles.note}>Times are the shop’s: {timeZoneName()}.</p>
}
