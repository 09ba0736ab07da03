import type { ReactNode } from 'react'
import { useUser } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import styles from './account-page.module.css'

/**
 * A submit button that is disabled before hydration. A form that is sent earlier would load a new page without signing
 * in.
 */
export function SubmitButton({ busy, children }: { busy: boolean; children: ReactNode }) {
  const isHydrated = useUser() !== undefined
  return (
    <Button type="submit" className={styles.submit} busy={busy} disabled={!isHydrated}>
      {children}
    </Button>
  )
}
