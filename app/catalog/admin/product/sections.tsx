import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import styles from './form.module.css'
import { PARTS, type PartName } from './values.ts'

/** The list of the form's sections. It stays in view on wide screens. */
export function SectionList({ parts }: { parts: readonly PartName[] }) {
  const { hash, search, state } = useLocation()
  useEffect(() => goTo(hash.slice(1)), [hash])
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

function goTo(part: string): void {
  const section = part in PARTS ? document.getElementById(part) : null
  section?.scrollIntoView()
  section?.querySelector('h2')?.focus({ preventScroll: true })
}
