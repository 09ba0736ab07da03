/** The price and the dates of the delivery: getting them, and why there are none. */
import { useQuery } from '@tanstack/react-query'
import { CallError } from '#app/platform/api/call.ts'
import type { Cart } from '#app/platform/cart/cart.ts'
import type { usePickup } from '#app/platform/orders/delivery-note.tsx'
import { nextDelivery } from '#app/platform/orders/next-delivery.ts'
import { useUser } from '#app/platform/session/session.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { currentQuote, requote } from './quote.ts'

/** Requests a new quote if there is none, or if it has expired or is for a different cart. */
export function useQuote(cart: Cart) {
  const isMissing = !cart.isPickup && currentQuote(cart) === null
  const buyer = useUser()?._id
  const parcel = cart.cartItems.map(({ sizeId, qty }) => `${sizeId} ${qty}`)
  return useQuery({
    queryKey: ['quote', buyer, parcel, cart.shippingAddress],
    queryFn: async () => {
      await requote()
      return null
    },
    enabled: isMissing,
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

type Quoting = ReturnType<typeof useQuote>

/** Why there is no shipping price. */
export function QuotingError({
  error,
  isFetching,
  refetch,
}: { error: Error } & Pick<Quoting, 'isFetching' | 'refetch'>) {
  return (
    <Alert tone="danger">
      <p>{error.message}</p>
      {isAboutCart(error) ? (
        <ButtonLink look="quiet" to="/cart">
          Change the cart
        </ButtonLink>
      ) : (
        <Button look="quiet" busy={isFetching} onClick={() => void refetch()}>
          Get the shipping price again
        </Button>
      )}
    </Alert>
  )
}

/** Whether the server refused the cart itself. The same request would then fail again. */
function isAboutCart(error: Error): boolean {
  return error instanceof CallError && (error.failure === 400 || error.failure === 409)
}

type PickupTermsProps = { pickup: ReturnType<typeof usePickup>; chooseShipping: () => void }

/** When the order is ready. If pickup is no longer possible, says why, with a button to choose shipping. */
export function PickupTerms({ pickup, chooseShipping }: PickupTermsProps) {
  const answer = useQuery(nextDelivery)
  if (pickup === undefined) {
    return answer.isError ? (
      <LoadError error={answer.error} retry={answer.refetch} />
    ) : (
      <p role="status">Getting the day of pickup…</p>
    )
  }
  if (pickup?.promise) return <p className="lining">{pickup.text}</p>
  return (
    <Alert tone="danger">
      <p>{pickup?.text ?? 'Pickup is no longer offered. Please choose shipping.'}</p>
      <Button look="quiet" onClick={chooseShipping}>
        Choose shipping
      </Button>
    </Alert>
  )
}
