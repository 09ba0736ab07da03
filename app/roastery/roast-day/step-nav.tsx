import { Link } from 'react-router'
import type { Progress, StepId } from './progress.ts'
import styles from './roast-day.module.css'

/** Links to the steps of the day, each with its progress. */
export function StepNav({ steps, current }: { steps: Progress[]; current: StepId }) {
  return (
    <nav aria-label="Steps of the day" className={styles.steps}>
      <ul>
        {steps.map(({ id, title, done, total }) => (
          <li key={id}>
            <Link
              to={{ search: `?step=${id}` }}
              replace
              preventScrollReset
              aria-current={id === current ? 'step' : undefined}
              data-done={(total > 0 && done >= total) || undefined}
            >
              <span>{title}</span>{' '}
              <span className={styles.count}>
                {done}/{total}
                {total > 0 && done >= total ? <span className="visually-hidden"> done</span> : null}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
