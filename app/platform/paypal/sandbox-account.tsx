import { SANDBOX_PATH } from '#shared/providers/sandbox.ts'
import { usePayPalConfig } from './use-paypal.ts'

/** In a test shop, links to the page that shows the shop as one that PayPal has not approved for a method. */
export function SandboxAccount() {
  const { data } = usePayPalConfig()
  if (!data?.sandbox) return null
  return (
    <p>
      This is a test shop, and PayPal’s sandbox approves every method.{' '}
      <a href={`${SANDBOX_PATH}/paypal/account`} target="_blank" rel="noreferrer">
        See the shop before PayPal has approved them
      </a>
      .
    </p>
  )
}
