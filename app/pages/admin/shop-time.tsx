import { timeZoneName } from '#shared/dates.ts'
import styles from './shop-time.module.css'

/** Says, once on each admin screen, in which time zone its times are. */
export function ShopTime() {
  return <p className={styles.note}>Times are the shop’s: {timeZoneName()}.</p>
}
