import type { DetailedHTMLProps, HTMLAttributes } from 'react'

type Custom<Own = unknown> = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & Own
type CanBeOff = { disabled?: boolean }

/** The custom elements of PayPal's and Apple's scripts. */
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'paypal-button': Custom<CanBeOff & { type?: 'pay' }>
      'venmo-button': Custom<CanBeOff & { type?: 'pay' }>
      'paypal-pay-later-button': Custom<CanBeOff & { countryCode?: string; productCode?: string }>
      'paypal-basic-card-container': Custom
      'paypal-basic-card-button': Custom<CanBeOff & { buyerCountry?: string }>
      'apple-pay-button': Custom<{ buttonstyle?: 'black'; type?: 'plain'; locale?: string }>
    }
  }
}
