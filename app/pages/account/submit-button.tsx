import type { ReactNode } from 'react'
import { useUser } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import styles from './account-page.module.css'

/** Disabled before hydration: a form sent earlier would leave the page without signing in. */
export function SubmitButton({ busy, children }: { busy: boolean; children: ReactNode }) {
  const isHydrated = useUser() !== undefined
  return (
    <Button type="submit" className={styles.submit} busy={busy} disabled={!isHydrated}>
      {children}
    </Button>
  )
}
