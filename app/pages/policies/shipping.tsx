import { brand } from '#shared/brand.ts'
import { MailLink } from './mail-link.tsx'
import { PolicyPage, type Section } from './policy-page.tsx'

const SECTIONS: Section[] = [
  {
    id: 'processing',
    title: 'When your order leaves',
    text: (
      <>
        <p>
          All orders are processed and shipped within 1 working business day after their roast day, as soon as
          the coffee has rested. We roast to order on our roast days. Working days are the days on which we
          pack, without federal holidays.
        </p>
        <p>
          The cart, the checkout and the page of your order name the days on which it is roasted, shipped and
          delivered. Goods that are not roasted ship on the next working day.
        </p>
        <p>
          If we cannot keep to that, because something ran out or the roaster needs a rest, we write to you by
          email.
        </p>
      </>
    ),
  },
  {
    id: 'carrier',
    title: 'How it travels, and how long',
    text: (
      <>
        <p>
          Every parcel goes by USPS ground (USPS Ground Advantage) and usually arrives in 3-5 days after it
          was shipped. These are the carrier’s estimates; weather and holidays can add to them.
        </p>
        <p>
          The price of shipping depends on the weight of the parcel and on where it goes. The checkout asks
          the carrier and shows it before you pay. It holds for one hour.
        </p>
      </>
    ),
  },
  {
    id: 'pickup',
    title: 'Pickup at the bar',
    text: (
      <p>
        If the checkout offers it, you can pick your order up at {brand.place.street}, {brand.place.city},
        without paying for shipping. The checkout names the day and the hour from which it is ready. We write
        to you when it is ready, and tell you how long we keep it for you.
      </p>
    ),
  },
  {
    id: 'where',
    title: 'Where we ship',
    text: (
      <>
        <p>
          We ship to addresses in the contiguous United States and the District of Columbia. At this time we
          do <strong>not</strong> ship to:
        </p>
        <ul>
          <li>Alaska and Hawaii</li>
          <li>US territories, such as Puerto Rico, Guam and the US Virgin Islands</li>
          <li>military addresses (APO, FPO, DPO)</li>
          <li>non-US territories and any other country</li>
        </ul>
        <p>The checkout tells you before you pay if we cannot reach an address.</p>
      </>
    ),
  },
  {
    id: 'address',
    title: 'Your address',
    text: (
      <p>
        Please look twice at the address before you pay. Once a parcel is with the carrier we cannot send it
        elsewhere. A parcel that comes back to us because of a wrong or incomplete address is sent again for
        the price of a new shipment.
      </p>
    ),
  },
  {
    id: 'lost',
    title: 'Late, lost or damaged parcels',
    text: (
      <p>
        If your parcel has not come after ten days, or has come in pieces, write to us at <MailLink /> with
        your order number, and a photograph where there is damage. We ask the carrier, and put it right as our{' '}
        <a href="/refundpolicy#damaged">Refund Policy</a> says.
      </p>
    ),
  },
]

export default function Shipping() {
  return (
    <PolicyPage
      title="Shipping Policy"
      path="/shippingpolicy"
      description={`How ${brand.roasters} ships: within 1 working business day after roasting by USPS ground, 3-5 days on the way, within the contiguous United States.`}
      lead="Roasted to order, then shipped by USPS ground. You read the days before you pay."
      sections={SECTIONS}
    />
  )
}
