import { useState, type ReactNode } from 'react'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import styles from './page.module.css'

/** From this width on, sections are open at first. */
const WIDE = '(width >= 48rem)'

/**
 * A section of the editor that can be folded. On a phone it is folded at first, because the form of a page is long.
 * @param isNeeded whether the section has something that the admin must see, such as a problem
 */
export function Fold({
  summary,
  isNeeded = false,
  children,
}: {
  summary: string
  isNeeded?: boolean
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(() => matchMedia(WIDE).matches)
  return (
    <Disclosure
      className={styles.fold}
      summary={summary}
      open={isOpen || isNeeded}
      onToggle={({ currentTarget, target }) => {
        // The events of disclosures inside this one arrive here too.
        if (target === currentTarget) setOpen(currentTarget.open)
      }}
    >
      {children}
    </Disclosure>
  )
}
