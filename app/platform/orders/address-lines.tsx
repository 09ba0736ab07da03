import type { Address } from '#shared/platform/address.ts'
import styles from './address-lines.module.css'

/** An address in lines, as on an envelope. */
export function AddressLines({ address, name }: { address: Address; name?: string }) {
  const { address: street, address2, city, state, postalCode, country } = address
  const lines = [
    name,
    street,
    address2,
    `${city}, ${state} ${postalCode}`,
    country === 'US' ? 'United States' : country,
  ]
  return (
    <address className={styles.address}>
      {lines.filter(Boolean).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  )
}
