import { Band } from '#app/platform/ui/band.tsx'
import styles from './artshow.module.css'

/** Shown while no artist is featured. */
export function ComingSoon({ text }: { text: string }) {
  return (
    <div>
      <Band text="COMING SOON" hasPauseButton={false} />
      <Band text="COMING SOON" reverse />
      <Band text="COMING SOON" hasPauseButton={false} />
      <p className={styles.soonText}>{text}</p>
    </div>
  )
}
