import { brand } from '#shared/brand.ts'
import type { Section } from './policy-page.tsx'

/** Sections 1 to 11 of the terms: the site, the products and ordering. */
export const SHOPPING: Section[] = [
  {
    id: 'agreement',
    title: 'These terms',
    text: (
      <>
        <p>
          This site is run by {brand.roasters}, {brand.place.city}, {brand.place.state} (“{brand.mark}”, “we”,
          “us”). By visiting it or buying from it you take part in our service and agree to these terms and to
          the policies they name: our <a href="/privacypolicy">Privacy Policy</a>,{' '}
          <a href="/shippingpolicy">Shipping Policy</a> and <a href="/refundpolicy">Refund Policy</a>.
        </p>
        <p>If you do not agree to all of them, please do not use the service.</p>
      </>
    ),
  },
  {
    id: 'eligibility',
    title: 'Who may buy',
    text: (
      <p>
        You confirm that you are of the age of majority where you live, or that a parent or guardian who is
        has agreed to your use of the site. You may not use our goods or our service for anything unlawful. We
        serve people who buy for themselves or as gifts; if you want to resell, please ask about{' '}
        <a href="/wholesale">wholesale</a>.
      </p>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    text: (
      <p>
        Ordering needs an account. Give true and current details, keep your password to yourself, and tell us
        when you think that someone else knows it. You are responsible for what is done with your account,
        unless it was our fault. Please keep your email address current, so that we can reach you about your
        orders.
      </p>
    ),
  },
  {
    id: 'general',
    title: 'General conditions',
    text: (
      <p>
        We may refuse service to anyone for any lawful reason. What you enter, except for payment details, may
        travel over various networks; it is encrypted on its way wherever the site is reached by https. You
        may not copy, sell or exploit any part of the service without our written consent.
      </p>
    ),
  },
  {
    id: 'accuracy',
    title: 'Accuracy of what is shown',
    text: (
      <p>
        We try to keep everything on this site right and current, but it is for general information: hours
        change, harvests end. Cupping notes say what we taste and are not a promise of what you will. Some
        pages describe past events and are not updated.
      </p>
    ),
  },
  {
    id: 'prices',
    title: 'Prices and changes to the service',
    text: (
      <p>
        Prices are in US dollars and may change without notice; for an order the price at the time of ordering
        counts. Sales tax is added where the law asks for it, and shown before you pay. We may change or end
        any part of the service at any time and are not liable to you or others for doing so.
      </p>
    ),
  },
  {
    id: 'products',
    title: 'Products',
    text: (
      <>
        <p>
          Some goods exist only here and in small numbers. We show their colors and pictures as truly as we
          can; how they look on your screen is up to your screen. Weights of coffee are net weights at the
          time of packing.
        </p>
        <p>
          We may limit quantities per person, household or order, and may take a product from the wall at any
          time. We do not warrant that a product will meet your expectations.
        </p>
      </>
    ),
  },
  {
    id: 'orders',
    title: 'Orders',
    text: (
      <p>
        Placing an order is your offer to buy; it is accepted when we ship. An order that has not been paid
        holds its goods for a limited time, shown on the order’s page, and then lapses. We may refuse or
        cancel an order, for example when it seems to be placed by a reseller, when the goods have run out or
        when a price was plainly wrong. If you have already paid, you get your money back in full.
      </p>
    ),
  },
  {
    id: 'payment',
    title: 'Payment',
    text: (
      <p>
        Payment is taken by PayPal under PayPal’s own terms. You confirm that you may use the account or card
        you pay with. We never see its details. An order counts as paid when PayPal has confirmed to us that
        the whole amount was received.
      </p>
    ),
  },
  {
    id: 'shipping',
    title: 'Shipping, returns and risk',
    text: (
      <p>
        We ship as our <a href="/shippingpolicy">Shipping Policy</a> says, and exchange as our{' '}
        <a href="/refundpolicy">Refund Policy</a> says: all sales are final. Ownership and risk pass to you
        when the carrier has taken over the parcel, unless the law of your state says otherwise.
      </p>
    ),
  },
  {
    id: 'reviews',
    title: 'Reviews, messages and other things you send',
    text: (
      <>
        <p>
          What you send us, such as reviews, ideas and suggestions, we may use, edit and publish without
          restriction and without payment. Messages and wholesale enquiries we treat as our{' '}
          <a href="/privacypolicy">Privacy Policy</a> says.
        </p>
        <p>
          Your words must be your own and must not break the law or anybody’s rights, be abusive or obscene,
          or carry malicious software. You may not pretend to be someone else. We may, but need not, remove
          what does. You alone are responsible for what you write.
        </p>
      </>
    ),
  },
]
