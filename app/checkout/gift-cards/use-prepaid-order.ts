import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { giftCards } from '#shared/checkout/api/gift-cards.ts'
import { orders } from '#shared/checkout/api/orders.ts'
import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import { fieldsIn } from '#app/platform/api/call.ts'
import { keepGuestLink } from '#app/platform/api/guest-links.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { useSendOnce } from '#app/platform/api/send-once.ts'
import { saveGuest } from '#app/platform/session/guest.ts'
import type { Problems } from '#app/platform/ui/use-problems.ts'

type Placed = Reply<typeof giftCards.buy>
type Guest = Body<typeof giftCards.buy>['guest']

/**
 * Orders a gift card or a gift subscription, and opens the page of the order, which asks for the payment.
 * @param send sends the order
 */
export function usePrepaidOrder<Wanted extends { guest?: Guest }>(
  send: (body: Wanted, idempotencyKey: string) => Promise<Placed>,
  onError: (error: Error) => void,
) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const sendOnce = useSendOnce()
  return useMutation({
    mutationFn: (body: Wanted) => {
      if (body.guest) saveGuest(body.guest)
      return sendOnce(body, (idempotencyKey) => send(body, idempotencyKey))
    },
    onSuccess: async ({ guestLink, ...order }) => {
      if (guestLink) keepGuestLink(order._id, guestLink)
      client.setQueryData(ask(orders.one, { params: { id: order._id } }).queryKey, order)
      void refresh(client, 'orders')
      await navigate(`/order/${order._id}`)
    },
    onError,
  })
}

/** The server's problems, by the names of the fields of the form. */
export function problemsIn(error: Error): Problems {
  return Object.fromEntries(
    Object.entries(fieldsIn(error)).map(([name, text]) => [FIELDS[name] ?? name, text]),
  )
}

const FIELDS: Readonly<Record<string, string>> = {
  'guest.name': 'name',
  'guest.email': 'email',
  'to.name': 'toName',
  'to.email': 'toEmail',
  'shippingAddress.address': 'address',
}
