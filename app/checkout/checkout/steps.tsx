import { Link } from 'react-router'
import styles from './steps.module.css'

const STEPS = [
  { name: 'Shipping', to: '/shipping' },
  { name: 'Place Order', to: '/placeorder' },
  // Payment is on the page of the order, which does not show the steps.
  { name: 'Pay', to: '' },
] as const

export type Step = (typeof STEPS)[number]['name']

/** The steps of the checkout. Completed steps are links. */
export function Steps({ current }: { current: Step }) {
  const at = STEPS.findIndex((step) => step.name === current)
  return (
    <nav aria-label="Checkout">
      <ol className={styles.steps}>
        {STEPS.map(({ name, to }, index) => (
          <li key={name} className={styles.step} aria-current={index === at ? 'step' : undefined}>
            <span aria-hidden="true">{index + 1}</span>
            {index < at ? <Link to={to}>{name}</Link> : <span>{name}</span>}
            {index < at ? <span className="visually-hidden"> (done)</span> : null}
          </li>
        ))}
      </ol>
    </nav>
  )
}
