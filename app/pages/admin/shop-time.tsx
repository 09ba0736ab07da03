import { brand } from '#shared/brand.ts'
import styles from './shop-time.module.css'

/** Said once on each admin screen: whose clock its times are by. */
export function ShopTime() {
  return <p className={styles.note}>Times are the shop’s: {ZONE}.</p>
}

/** 'Eastern Time' */
const ZONE = new Intl.DateTimeFormat('en-US', { timeZone: brand.timeZone, timeZoneName: 'longGeneric' })
  .formatToParts(new Date(0))
  .find(({ type }) => type === 'timeZoneName')!.value
