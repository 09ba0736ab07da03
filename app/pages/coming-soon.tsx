import { Band } from '../ui/band.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { PageHead } from '../ui/page-head.tsx'
import styles from './coming-soon.module.css'

/** The page for links whose target does not exist yet. */
export default function ComingSoon() {
  return (
    <div className={styles.page}>
      <PageHead
        title="Coming soon"
        description="This one is not on the wall yet. The shop and the bar are open."
        path="/shopcomingsoon"
      />
      <Band text="Coming soon" />
      <div className={styles.label}>
        <h1 className={styles.title}>Coming soon</h1>
        <p className={styles.text}>
          The nail is in the wall, the frame is still empty. Until it hangs here, the shop and the bar are
          open.
        </p>
        <p className={styles.actions}>
          <ButtonLink to="/shop">See the coffees</ButtonLink>
          <ButtonLink to="/#visit" look="quiet">
            Come visit
          </ButtonLink>
        </p>
      </div>
      <Band text="Coming soon" reverse hasPauseButton={false} />
      <Band text="Coming soon" hasPauseButton={false} />
    </div>
  )
}
