import { Link, useLocation } from 'react-router'
import styles from './form.module.css'
import { PARTS, type PartName } from './values.ts'

/** The list of the form's sections. It stays in view on wide screens. */
export function SectionList({ parts }: { parts: readonly PartName[] }) {
  const { search, state } = useLocation()
  return (
    <nav aria-label="Sections" className={styles.sections}>
      <ul className="row-1-2">
        {parts.map((part) => (
          <li key={part}>
            {/* The state has the list from which the form was opened. */}
            <Link
              to={{ search, hash: `#${part}` }}
              state={state}
              replace
              preventScrollReset
              onClick={() => goTo(part)}
            >
              {PARTS[part]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Shows a section. The desk shows the section of a new address, but does nothing if the same link is pressed again. */
function goTo(part: PartName): void {
  const section = document.getElementById(part)
  section?.scrollIntoView()
  section?.querySelector('h2')?.focus({ preventScroll: true })
}
