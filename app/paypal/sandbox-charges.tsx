import { SANDBOX_PATH } from '#shared/sandbox.ts'
import { usePayPalConfig } from './use-paypal.ts'

/** In a test shop, the link to the page on which charges of saved payment methods can be made to fail. */
export function SandboxCharges() {
  const { data } = usePayPalConfig()
  if (!data?.sandbox) return null
  return (
    <p>
      This is a test shop: no money moves.{' '}
      <a href={`${SANDBOX_PATH}/paypal/saved`} target="_blank" rel="noreferrer">
        Let the next charges fail, in PayPal’s sandbox
      </a>
    </p>
  )
}
