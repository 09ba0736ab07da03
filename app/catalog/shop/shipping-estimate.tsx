import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { normalPostalCode } from '#shared/platform/address.ts'
import { shippingQuotes } from '#shared/checkout/api/shipping-quotes.ts'
import { call, fieldsIn } from '#app/platform/api/call.ts'
import { orderItemsOf, type Cart } from '#app/platform/cart/cart.ts'
import { isShippingFree } from '#app/platform/cart/code.ts'
import { localText } from '#app/platform/session/local-text.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import styles from './cart.module.css'

const stored = localText('shippingZip')

/** The price of shipping the cart to a ZIP code, before the checkout. The code is kept on this device. */
export function ShippingEstimate({ cart }: { cart: Cart }) {
  const [typed, setTyped] = useState(() => stored.read() ?? cart.shippingAddress.postalCode ?? '')
  const [asked, setAsked] = useState(() => normalPostalCode(typed))
  const [problem, setProblem] = useState('')
  const orderItems = orderItemsOf(cart)
  const estimate = useQuery({
    queryKey: ['shippo', 'estimate', asked, orderItems],
    queryFn: () => call(shippingQuotes.estimate, { body: { orderItems, postalCode: asked! } }),
    enabled: asked !== null,
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const zip = normalPostalCode(typed)
    setProblem(zip ? '' : 'Enter a 5-digit ZIP code')
    if (!zip) return
    stored.write(zip)
    // After a failure, pressing the button sends the request again.
    if (zip === asked && estimate.isError) void estimate.refetch()
    setAsked(zip)
  }
  return (
    <form
      method="post"
      className={`grid align-bottom gap-1-2 rule-below ${styles.estimate}`}
      onSubmit={submit}
      noValidate
    >
      <Field
        label="ZIP code for shipping"
        name="postalCode"
        inputMode="numeric"
        autoComplete="shipping postal-code"
        maxLength={10}
        value={typed}
        problem={problem || problemOf(estimate.error)}
        unmarked
        onChange={({ target }) => {
          setTyped(target.value)
          setProblem('')
        }}
      />
      <Button type="submit" look="line" busy={estimate.isFetching}>
        Get the price
      </Button>
      <p className={`whole-row flex apart gap-2 small ${styles.shippingPrice}`} role="status">
        {estimate.data && asked === estimate.data.postalCode ? (
          <>
            <span>
              {estimate.data.service} to {estimate.data.postalCode}. {estimate.data.delivery.text}
            </span>
            <Money dollars={isShippingFree(cart) ? 0 : estimate.data.shippingRate} />
          </>
        ) : null}
      </p>
    </form>
  )
}

function problemOf(error: Error | null): string | undefined {
  if (!error) return undefined
  return fieldsIn(error).postalCode ?? error.message
}
