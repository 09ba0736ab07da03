import type { ReactNode } from 'react'
import { useUser } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import styles from './sign-page.module.css'

/** Disabled until the page is alive: a form sent earlier would leave the page without being signed in. */
export function SubmitButton({ busy, children }: { busy: boolean; children: ReactNode }) {
  const isAlive = useUser() !== undefined
  return (
    <Button type="submit" className={styles.submit} busy={busy} disabled={!isAlive}>
      {children}
    </Button>
  )
}
