import { useSyncExternalStore } from 'react'
import styles from './footer.module.css'
import { chooseScheme, chosenScheme, onScheme, type SchemeChoice } from './scheme.ts'

const CHOICES: readonly [value: SchemeChoice, label: string][] = [
  ['', 'As my device'],
  ['light', 'Day'],
  ['dark', 'Night'],
]

const noChoice = (): SchemeChoice => ''

/** Day, night, or as the device is set. */
export function SchemeChoice() {
  const chosen = useSyncExternalStore(onScheme, chosenScheme, noChoice)
  return (
    <div className={`row-0-2 ${styles.scheme}`} role="group" aria-label="Colors">
      {CHOICES.map(([value, label]) => (
        <button
          key={value}
          type="button"
          className="target"
          aria-pressed={value === chosen}
          onClick={() => chooseScheme(value)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
