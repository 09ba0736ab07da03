import type { DetailedHTMLProps, HTMLAttributes } from 'react'

/** PayPal's own button; a custom element that its SDK defines. */
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
