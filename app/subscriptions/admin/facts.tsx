/** Who a subscription is for, and where it goes, with the form in which staff change the address. */
import { Link } from 'react-router'
import type { Subscription } from '#shared/subscriptions/api/subscription.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatPhone } from '#shared/kernel/phone.ts'
import { AddressLines } from '#app/platform/orders/address-lines.tsx'
import { Email } from '#app/platform/ui/email.tsx'
import { AddressOfBuyer } from '../account/address.tsx'
import { Part, type OpenForm } from '../account/part.tsx'
import { isOpen } from '../account/texts.ts'
import styles from './subscription.module.css'

export function Subscriber({ of }: { of: Subscription }) {
  const { buyer, isGuest, discount, paymentMethod, gift, prepaid, canceledAt, createdAt } = of
  return (
    <dl className={styles.facts}>
      <dt>{prepaid ? 'Receiver' : 'Subscriber'}</dt>
      <dd>
        {buyer.name}
        {isGuest ? ' (guest)' : ''}
        {buyer.email ? (
          <div>
            <a href={`mailto:${encodeURIComponent(buyer.email)}`}>
              <Email>{buyer.email}</Email>
            </a>
          </div>
        ) : null}
      </dd>
      <dt>Since</dt>
      <dd>{formatDate(createdAt, 'shortDay')}</dd>
      {prepaid ? (
        <>
          <dt>Paid by</dt>
          <dd>
            <Link to={`/order/${prepaid.order}`}>The order of the gift</Link>, {prepaid.left} of{' '}
            {prepaid.deliveries} deliveries left. The receiver changes them with the link that this order has.
          </dd>
        </>
      ) : (
        <>
          <dt>Discount</dt>
          <dd>{discount}%</dd>
          <dt>Pays with</dt>
          <dd>
            {paymentMethod ? methodText(paymentMethod.label) : 'Nothing, so the next charge would fail'}
          </dd>
        </>
      )}
      {gift ? (
        <>
          <dt>Gift</dt>
          <dd>{gift.note || 'Without a note'}</dd>
        </>
      ) : null}
      {canceledAt ? (
        <>
          <dt>Canceled</dt>
          <dd>{formatDate(canceledAt, 'dayAndTime')}</dd>
        </>
      ) : null}
    </dl>
  )
}

/** The label is the address of a PayPal account, if PayPal has told it. */
const methodText = (label: string) => (label.includes('@') ? <Email>{label}</Email> : label || 'PayPal')

export function Where({ of, forms }: { of: Subscription; forms: OpenForm }) {
  const { isPickup, recipient, shippingAddress, phone } = of
  return (
    <Part
      title="Delivered to"
      name="address"
      forms={forms}
      action={isOpen(of) ? 'Change' : undefined}
      form={<AddressOfBuyer of={of} close={forms.close} />}
    >
      {isPickup ? (
        <p>Pickup at the bar</p>
      ) : (
        <div>
          <AddressLines name={recipient} address={shippingAddress} />
          {phone ? <p>Phone {formatPhone(phone)}</p> : null}
        </div>
      )}
    </Part>
  )
}
