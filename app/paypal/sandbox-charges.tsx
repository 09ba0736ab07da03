import { Link } from 'react-router'
import { SANDBOX_PATH } from '#shared/sandbox.ts'
import { usePayPalConfig } from './use-paypal.ts'

/**
 * In a test shop, the links to the page on which charges of saved payment methods can be made to fail, and to the one on
 * which the owner moves the clock to the next charge.
 * @param isAtClock whether it is shown on that page
 */
export function SandboxCharges({ isAtClock = false }: { isAtClock?: boolean }) {
  const { data } = usePayPalConfig()
  if (!data?.sandbox) return null
  return (
    <p>
      This is a test shop: no money moves.{' '}
      <a href={`${SANDBOX_PATH}/paypal/saved`} target="_blank" rel="noreferrer">
        Let the next charges fail, in PayPal’s sandbox
      </a>
      {isAtClock ? null : (
        <>
          , or <Link to="/admin/rehearsal">move the clock to the next delivery</Link> as the owner
        </>
      )}
      .
    </p>
  )
}
