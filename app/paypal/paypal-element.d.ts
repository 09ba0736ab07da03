import type { DetailedHTMLProps, HTMLAttributes } from 'react'

/** PayPal's button, a custom element defined by its SDK. */
type PayPalButton = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & {
  type?: 'pay'
  disabled?: boolean
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'paypal-button': PayPalButton
    }
  }
}
