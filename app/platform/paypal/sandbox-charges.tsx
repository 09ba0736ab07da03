import { Link } from 'react-router'
import { SANDBOX_PATH } from '#shared/providers/sandbox.ts'
import { usePayPalConfig } from './use-paypal.ts'

/**
 * In a test shop, links to the page that can make charges of saved payment methods fail, and to the page where the
 * owner moves the clock to the next charge. @param isAtClock whether it is shown on the page with the clock
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
      {isAtClock ? (
        <>. The page of a paid order has a rehearsal of a dispute</>
      ) : (
        <>
          , or <Link to="/admin/rehearsal">move the clock to the next delivery</Link> as the owner
        </>
      )}
      .
    </p>
  )
}
