import { FramedPicture } from '../../ui/framed.tsx'
import styles from './product.module.css'

/** A placeholder with the size of a product, until it has been loaded. */
export function ProductSkeleton() {
  return (
    <div className={styles.product}>
      <output className="visually-hidden">Loading the product</output>
      <FramedPicture of={null} sizes="" />
      <div className={styles.label} aria-hidden="true">
        <p className={`${styles.name} ${styles.blank}`}>Coffee</p>
        <div className={styles.facts}>
          {[1, 2, 3, 4, 5, 6].map((row) => (
            <div key={row}>
              <span className={styles.blank}>Fact</span>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
