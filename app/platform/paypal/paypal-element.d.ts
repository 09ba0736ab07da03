import type { DetailedHTMLProps, HTMLAttributes } from 'react'

/** The custom element of PayPal's button, defined by PayPal's SDK. */
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
