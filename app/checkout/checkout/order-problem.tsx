import { Alert } from '#app/platform/ui/alert.tsx'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import type { OrderProblem } from './use-place-order.ts'

/** Why the order was not placed, and what the buyer can do. */
export function OrderProblemAlert({ problem, isGuest }: { problem: OrderProblem; isGuest: boolean }) {
  return (
    <Alert tone={['quote', 'prices', 'pickup', 'gift-card'].includes(problem.kind) ? 'note' : 'danger'}>
      <p>{problem.message}</p>
      {problem.kind === 'stock' ? (
        <ButtonLink look="quiet" to="/cart">
          Change it in the cart
        </ButtonLink>
      ) : null}
      {problem.kind === 'guest' ? (
        <ButtonLink look="quiet" to="/shipping">
          Change name or email
        </ButtonLink>
      ) : null}
      {problem.kind === 'unpaid' && isGuest ? (
        <ButtonLink look="quiet" to="/order-links">
          Get links to your orders
        </ButtonLink>
      ) : null}
      {problem.kind === 'unpaid' && !isGuest ? (
        <ButtonLink look="quiet" to="/profile">
          See your orders
        </ButtonLink>
      ) : null}
    </Alert>
  )
}
