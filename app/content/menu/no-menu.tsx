import frame from '#imagery/photos/gallery_11.jpg?picture'
import { useBusiness } from '#app/platform/api/business.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { Framed } from '#app/platform/ui/framed.tsx'
import { Picture } from '#app/platform/ui/picture.tsx'
import styles from './menu.module.css'

/** Shown if there is no menu at the moment. */
export function NoMenu() {
  const brand = useBusiness()
  return (
    <div className={`stack-4 ${styles.none}`}>
      <Framed className={styles.noneFrame}>
        <Picture of={frame} sizes="(min-width: 48rem) 45vw, 85vw" priority className={styles.page} />
      </Framed>
      <div className={`stack-2 ${styles.noneText}`}>
        <h2>We are writing a new menu</h2>
        <p>The board at the bar shows what we serve today. All our coffees are in the shop.</p>
        <ButtonLink to={brand.links.shop}>See the coffees</ButtonLink>
      </div>
    </div>
  )
}
