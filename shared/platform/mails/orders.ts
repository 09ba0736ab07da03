/**
 * The kinds of mail about an order. In subjects, `{number}` is replaced by the order's number, and `{order}` by 'order' or
 * 'replacement'. Mails about orders for pickup can have a subject of their own.
 */
import { introduction, type MailFacts } from './introductions.ts'

const AT_BAR = 'Introduction for an order that is picked up'
const PAID = { placeholders: ['number', 'order', 'total', 'dates'] } as const
const SHIPPED = { placeholders: ['number', 'order', 'carrier', 'recipient', 'arrival'] } as const
const DELIVERED =
  'We hope that it tastes as it should. If something is damaged, wrong or missing, tell us at once, and keep what came.'
const REVIEW =
  'If you like, tell other customers how it tasted: good or bad, a line or two is enough. You can change your review later.'
const MOVED = { placeholders: ['number', 'order', 'before', 'message'], needed: ['dates'] } as const
const MOVED_TEXT = [
  'We are sorry: your {order} needs a new date. {message}',
  '{dates} {before}',
  'If that is too late for you, answer this email, and we cancel the order and refund all of it. Otherwise you need not do anything.',
]
const BUY_AGAIN = 'If you still want them, the page of the order puts them back into your cart.'

export type OrderMailFacts = MailFacts & { subject: string; pickupSubject?: string }

export const ORDER_MAILS = {
  'order-to-ship': {
    name: 'New orders, to us',
    subject: 'New {order} to ship: No. {number}',
    pickupSubject: 'New {order} for pickup: No. {number}',
    isToShop: true,
  },
  'order-received': {
    name: 'Order received',
    subject: 'We have your {order} No. {number}',
    edited: {
      title: 'Order received',
      when: 'Ten minutes after the order, if it is not paid',
      cases: {
        text: introduction(
          { placeholders: ['number', 'order', 'total'], needed: ['deadline'] },
          'Your order has reached us. It is not paid yet: we keep the goods for you until {deadline}, and then they go back on the shelf.',
        ),
      },
    },
  },
  'order-paid': {
    name: 'Order paid',
    subject: 'Your payment for {order} No. {number} has arrived',
    edited: {
      title: 'Order paid',
      when: 'As soon as the payment has arrived',
      cases: {
        text: introduction(
          PAID,
          'Your payment of {total} has arrived. {dates} You will get an email with the tracking number when it leaves. The page of your order shows the next steps and has the invoice.',
        ),
        pickup: introduction(
          { label: AT_BAR, ...PAID },
          'Your payment of {total} has arrived. {dates} You will get an email as soon as it is ready. The page of your order shows the next steps and has the invoice.',
        ),
      },
    },
  },
  'order-shipped': {
    name: 'Order shipped',
    subject: 'Your {order} No. {number} is on its way',
    edited: {
      title: 'Order shipped',
      when: 'When the parcel is on its way',
      cases: {
        text: introduction(
          SHIPPED,
          'Your {order} has left our shop by {carrier}, and should be with {recipient} {arrival}.',
        ),
        announced: introduction(
          { label: 'Introduction, if the carrier has not picked up the parcel yet', ...SHIPPED },
          'Your {order} is on its way by {carrier}, and should be with {recipient} {arrival}. The link to the parcel shows more as soon as the carrier has scanned it.',
        ),
      },
    },
  },
  'order-ready': {
    name: 'Order ready for pickup',
    subject: 'Your {order} No. {number} is ready for pickup',
    edited: {
      title: 'Ready for pickup',
      when: 'When the order is marked ready',
      cases: {
        text: introduction(
          { placeholders: ['number', 'order', 'hours', 'kept'] },
          'Your {order} is packed and waits for you at the bar. Come {hours}, and tell us your name and the number of the order. {kept}',
        ),
      },
    },
  },
  'order-reminder': {
    name: 'Reminder of a pickup',
    subject: 'Your {order} No. {number} is waiting for you at the bar',
    edited: {
      title: 'Pickup reminder',
      when: 'Once, if a ready order is not picked up',
      cases: {
        text: introduction(
          { placeholders: ['number', 'order', 'hours', 'ready', 'kept'] },
          'Your {order} has been ready at the bar since {ready}. {kept} If you cannot come, answer this email, and we find a way.',
        ),
      },
    },
  },
  'order-delivered': {
    name: 'Order delivered',
    subject: 'Your {order} No. {number} has arrived',
    pickupSubject: 'You have picked up your {order} No. {number}',
    edited: {
      title: 'Order delivered',
      when: 'When the parcel has arrived, or the order was handed over',
      cases: {
        text: introduction(
          { placeholders: ['number', 'order'] },
          `Your {order} has been delivered. ${DELIVERED}`,
        ),
        recipient: introduction(
          {
            label: 'Introduction, if the parcel went to another person',
            placeholders: ['number', 'order', 'recipient'],
          },
          `Your {order} has been delivered to {recipient}. ${DELIVERED}`,
        ),
        pickup: introduction(
          { label: AT_BAR, placeholders: ['number', 'order'] },
          'Your {order} was handed over at the bar. If that was not you, or if something is wrong or missing, tell us at once.',
        ),
      },
    },
  },
  'order-review': {
    name: 'Request for a review',
    subject: 'How was your {order} No. {number}?',
    edited: {
      title: 'Request for reviews',
      when: 'A week after delivery or pickup, once',
      cases: {
        text: introduction({ placeholders: ['number'] }, `Your order arrived a week ago. ${REVIEW}`),
        pickup: introduction(
          { label: AT_BAR, placeholders: ['number'] },
          `You picked up your order a week ago. ${REVIEW}`,
        ),
      },
    },
  },
  'order-moved': {
    name: 'New date for an order',
    subject: 'A new date for your {order} No. {number}',
    edited: {
      title: 'New date',
      when: 'When you give an order a new date, under Roastery',
      cases: {
        text: introduction(MOVED, ...MOVED_TEXT),
        pickup: introduction({ label: AT_BAR, ...MOVED }, ...MOVED_TEXT),
      },
    },
  },
  'order-replacement': {
    name: 'Replacement',
    subject: 'We send you a replacement: No. {number}',
    pickupSubject: 'A replacement for you to pick up: No. {number}',
    edited: {
      title: 'Replacement',
      when: 'When goods are sent again for free',
      cases: {
        text: introduction(
          { placeholders: ['number', 'order', 'recipient', 'dates'] },
          'We send these goods to {recipient} again, as a {order}. You pay nothing for them. {dates} You will get an email with the tracking number when it leaves.',
        ),
        pickup: introduction(
          { label: AT_BAR, placeholders: ['number', 'order', 'dates'] },
          'You get these goods again at the bar, as a {order}. You pay nothing for them. {dates} You will get an email as soon as they are ready.',
        ),
      },
    },
  },
  'order-cancelled': {
    name: 'Order canceled',
    subject: 'Your {order} No. {number} is canceled',
    edited: {
      title: 'Order canceled',
      when: 'When an order is canceled',
      cases: {
        text: introduction(
          { placeholders: ['number', 'order'], needed: ['payment'] },
          'Your order has been canceled. {payment} The goods are back on the shelf.',
          BUY_AGAIN,
        ),
        replacement: introduction(
          { label: 'Introduction for a replacement', placeholders: ['number', 'order'] },
          'The {order} is canceled: you do not get these goods again. If you expect them, please write to us.',
        ),
      },
    },
  },
  'order-expired': {
    name: 'Order not paid in time',
    subject: 'Your {order} No. {number} was not paid in time',
    edited: {
      title: 'Order not paid in time',
      when: 'When the time to pay has ended',
      cases: {
        text: introduction(
          { placeholders: ['number', 'order', 'deadline'], needed: ['payment'] },
          'We kept the goods for you until {deadline}; your order was not paid by then, so it is closed. {payment} The goods are back on the shelf.',
          BUY_AGAIN,
        ),
      },
    },
  },
  'order-receipt': {
    name: 'Receipt',
    subject: 'Your receipt for {order} No. {number}',
    edited: {
      title: 'Receipt',
      when: 'When a buyer asks for it at the counter',
      cases: {
        text: introduction(
          { placeholders: ['number', 'order', 'total'] },
          'Thank you for coming by. This is the receipt for what you bought.',
        ),
      },
    },
  },
  'order-refunded': {
    name: 'Refund',
    subject: 'A refund for your {order} No. {number}',
    edited: {
      title: 'Refund',
      when: 'When money is refunded',
      cases: {
        text: introduction(
          { label: 'Introduction for a full refund', placeholders: ['number', 'order', 'total', 'way'] },
          'Your order is refunded: all {total} goes back the way it came, {way}.',
        ),
        part: introduction(
          {
            label: 'Introduction for a part of the price',
            placeholders: ['number', 'order', 'total', 'way'],
            needed: ['refund'],
          },
          '{refund} of the {total} that you paid goes back to you the way it came, {way}.',
        ),
      },
    },
  },
} satisfies Record<string, OrderMailFacts>

export type OrderMail = keyof typeof ORDER_MAILS
