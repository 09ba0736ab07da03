import { FramedPicture } from '#app/platform/ui/framed.tsx'
import styles from './product.module.css'

/** A placeholder of the same size as a product's page. It is shown until the product has been loaded. */
export function ProductSkeleton() {
  return (
    <div className={styles.product}>
      <output className="visually-hidden">Loading the product</output>
      <FramedPicture of={null} sizes="" />
      <div className={`stack-3 may-shrink break-words ${styles.label}`} aria-hidden="true">
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
