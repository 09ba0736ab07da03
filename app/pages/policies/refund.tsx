import { brand } from '#shared/brand.ts'
import { MailLink } from './mail-link.tsx'
import { PolicyPage, type Section } from './policy-page.tsx'

const SECTIONS: Section[] = [
  {
    id: 'final',
    title: 'All sales are final',
    text: (
      <>
        <p>
          <strong>ALL SALES ARE FINAL.</strong> Coffee is roasted to be drunk, and we cannot sell it a second
          time. We therefore do not give refunds, except where an item arrives damaged or wrong, or where the
          law says otherwise.
        </p>
        <p>
          An order that you have not paid yet can be cancelled on its own page at any time. It costs you
          nothing.
        </p>
      </>
    ),
  },
  {
    id: 'exchanges',
    title: 'What can be exchanged',
    text: (
      <>
        <p>Goods other than coffee, such as a mug or a print, can be exchanged when they are</p>
        <ul>
          <li>in the same condition in which you received them,</li>
          <li>unworn or unused,</li>
          <li>with their tags, where they had any,</li>
          <li>in their original packaging,</li>
          <li>and come with the receipt or another proof of purchase, such as your order number.</li>
        </ul>
        <p>
          To begin, write to us at <MailLink />. We tell you how and where to send the item. Items sent back
          without asking first cannot be accepted. You pay for sending it back.
        </p>
      </>
    ),
  },
  {
    id: 'damaged',
    title: 'Damaged and wrong items',
    text: (
      <p>
        Please look at your order when it arrives, and write to us at once if an item is defective or damaged,
        or is not what you ordered. Tell us your order number and add a photograph, so that we can see what
        happened and make it right: with the right item, or with your money.
      </p>
    ),
  },
  {
    id: 'exceptions',
    title: 'What cannot be returned',
    text: (
      <>
        <p>Some things cannot come back, whatever their condition:</p>
        <ul>
          <li>perishable goods, such as coffee, food and plants</li>
          <li>custom goods, such as special orders and personalized items</li>
          <li>personal care goods</li>
          <li>hazardous materials, flammable liquids and gases</li>
          <li>sale items</li>
          <li>gift cards</li>
        </ul>
        <p>If you are not sure about an item, ask us before you send it.</p>
      </>
    ),
  },
  {
    id: 'how',
    title: 'How an exchange works',
    text: (
      <p>
        The fastest way to get what you want is to return what you have and, once we have accepted the return,
        to buy the new item separately. An exchange is therefore done as a return plus a new purchase.
      </p>
    ),
  },
  {
    id: 'refunds',
    title: 'When we do refund',
    text: (
      <p>
        Where this page or the law gives you a refund, we tell you when it is approved and send the money back
        the way it came, through PayPal. Your bank or card company may need some days to show it. If more than
        15 business days have passed since we approved it, write to us at <MailLink />.
      </p>
    ),
  },
]

export default function Refund() {
  return (
    <PolicyPage
      title="Refund Policy"
      path="/refundpolicy"
      description={`All sales at ${brand.roasters} are final. What can be exchanged, what cannot, and what to do when something arrives damaged.`}
      lead="All sales are final. What arrives broken or wrong, we put right."
      sections={SECTIONS}
    />
  )
}
