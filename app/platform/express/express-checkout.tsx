import { useEffect, useRef, useState } from 'react'
import { toCents } from '#shared/kernel/pricing.ts'
import { METHOD_NAMES, type PayMethod } from '#shared/platform/pay-methods.ts'
import type { Cart } from '../cart/cart.ts'
import { METHOD_TEXTS } from '../paypal/method-texts.ts'
import { PayButton, useReturningFocus } from '../paypal/pay-buttons.tsx'
import { usePayMethods, type Offered } from '../paypal/use-pay-methods.ts'
import { usePayPalConfig } from '../paypal/use-paypal.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import styles from './express-checkout.module.css'
import { whyNoExpress } from './reasons.ts'
import { useExpress, type Phase } from './use-express.ts'

/** The wallets that have an address, in the order of the checkout. */
const EXPRESS: readonly PayMethod[] = ['paypal', 'apple_pay', 'google_pay']
/** More would push the button of the checkout out of view. */
const IN_VIEW = 2

type ExpressCheckoutProps = {
  cart: Cart
  /** The shop takes no orders, or something is sold out. */
  isOff: boolean
  /** Applies what is typed in the cart. */
  applyTyped: () => Promise<boolean>
  /** Called with true while the outcome of a purchase is open. */
  onBuying: (isBuying: boolean) => void
}

/**
 * Express buttons for a cart with goods: address, name and email come from the wallet. For a cart that needs the checkout, a
 * sentence with the reason. The wallets' scripts are loaded only if there are buttons.
 */
export function ExpressCheckout({ cart, isOff, ...purchase }: ExpressCheckoutProps) {
  const reason = whyNoExpress(cart)
  if (isOff) return null
  if (reason) return <p className="note">{reason}</p>
  return <Buttons cents={toCents(Number(cart.itemsPrice))} {...purchase} />
}

type ButtonsProps = Omit<ExpressCheckoutProps, 'cart' | 'isOff'> & { cents: number }

function Buttons({ cents, applyTyped, onBuying }: ButtonsProps) {
  const allowed = usePayPalConfig().data?.methods ?? EXPRESS
  const methods = usePayMethods(cents, EXPRESS)
  const { phase, press, close } = useExpress(methods, cents, applyTyped)
  const isBuying = 'method' in phase
  useEffect(() => {
    onBuying(isBuying)
    return () => onBuying(false)
  }, [isBuying, onBuying])
  const [isAll, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  useReturningFocus(list, { open: 'method' in phase ? phase.method : null })
  const offered = methods.status === 'ready' ? methods.methods : []
  const expected = Math.min(IN_VIEW, EXPRESS.filter((method) => allowed.includes(method)).length)
  // Without the buttons, the checkout is still there.
  if (methods.status === 'failed' || (methods.status === 'ready' && offered.length === 0)) return null
  const shown = isAll ? offered : offered.slice(0, IN_VIEW)
  return (
    <section className="stack-1" aria-label="Express checkout">
      <p className="note">Buy now with your wallet’s address</p>
      <ul ref={list} className={`stack-1 ${styles.buttons}`} data-expected={expected}>
        {shown.map((one) => (
          <li key={one.method} data-method={one.method}>
            <Method offered={one} phase={phase} press={() => press(one.method)} />
          </li>
        ))}
      </ul>
      {offered.length > shown.length ? (
        <Button look="quiet" onClick={() => setAll(true)}>
          More ways
        </Button>
      ) : null}
      {phase.name === 'approving' ? (
        <Button look="quiet" onClick={close}>
          {METHOD_TEXTS[phase.method].close}
        </Button>
      ) : null}
      <Message phase={phase} />
    </section>
  )
}

function Method({ offered, phase, press }: { offered: Offered; phase: Phase; press: () => void }) {
  const { method, isLoading } = offered
  if (isLoading) return <p className="note">Loading {METHOD_NAMES[method]}…</p>
  const isOff = 'method' in phase
  return (
    <div role="group" aria-label={`Express checkout with ${METHOD_NAMES[method]}`}>
      <PayButton offered={offered} isOff={isOff} press={press} />
    </div>
  )
}

function Message({ phase }: { phase: Phase }) {
  if (phase.name === 'failed')
    return (
      <Alert tone="danger">
        <p>{phase.message}</p>
      </Alert>
    )
  return (
    <p role="status" className="note">
      {textOf(phase)}
    </p>
  )
}

function textOf(phase: Phase): string {
  switch (phase.name) {
    case 'opening':
      return METHOD_TEXTS[phase.method].opening
    case 'approving':
      return METHOD_TEXTS[phase.method].open
    case 'confirming':
      return 'Placing your order. Please do not pay again.'
    case 'left':
      return phase.message
    default:
      return ''
  }
}
