import styles from './sandbox-note.module.css'
import { usePayPalConfig } from './use-paypal.ts'

/** A note that this shop uses the sandbox and that no money moves. */
export function SandboxNote() {
  const { data } = usePayPalConfig()
  if (!data?.sandbox) return null
  return <p className={`small italic ${styles.note}`}>This is a test shop: no money moves.</p>
}
