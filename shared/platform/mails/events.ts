/** The kinds of mail about a sign-up for an event. In subjects, `{title}` is replaced by the event's title. */
import { introduction, type MailFacts, type Placeholder } from './introductions.ts'

const SEATS: readonly Placeholder[] = ['date', 'Seats', 'seats', 'are', 'them']
const ABOUT_SEATS = { placeholders: SEATS, needed: ['event'] } as const

export const EVENT_MAILS = {
  'event-signup': {
    name: 'Sign-up for an event',
    subject: 'Your sign-up: {title}',
    edited: {
      title: 'Event: signed up',
      when: 'After a sign-up',
      cases: {
        text: introduction(
          ABOUT_SEATS,
          '{Seats} for “{event}” {are} kept for you. The attached file adds the event to your calendar.',
        ),
        waiting: introduction(
          { label: 'Introduction, if the person is on the waiting list', ...ABOUT_SEATS },
          'Not enough seats for “{event}” are free, so you are on the waiting list for {seats}. When seats become free, they are yours in the order of the list, and we write to you at once.',
        ),
      },
    },
  },
  'event-seat': {
    name: 'Seat from the waiting list',
    subject: 'You have a seat: {title}',
    edited: {
      title: 'Event: a seat became free',
      when: 'When a person moves up from the waiting list',
      cases: {
        text: introduction(
          ABOUT_SEATS,
          'A seat became free, and you were on the waiting list: {seats} for “{event}” {are} now yours. If you can no longer come, please cancel, so that the next person gets {them}.',
        ),
      },
    },
  },
  'event-changed': {
    name: 'Event changed',
    subject: 'New time or place: {title}',
    edited: {
      title: 'Event: new time or place',
      when: 'When the time or the place of an event changes',
      cases: {
        text: introduction(
          { placeholders: ['keep', ...SEATS], needed: ['event'] },
          'The time or the place of “{event}” has changed. {keep} This is how it is now:',
        ),
      },
    },
  },
  'event-reminder': {
    name: 'Reminder of an event',
    subject: 'Tomorrow: {title}',
    edited: {
      title: 'Event: reminder',
      when: 'The day before the event',
      cases: {
        text: introduction(
          ABOUT_SEATS,
          '“{event}” is tomorrow, and {seats} {are} kept for you. If you cannot come, please cancel: someone on the waiting list may be happy.',
        ),
      },
    },
  },
  'event-left': {
    name: 'Sign-up canceled',
    subject: 'Your sign-up is canceled: {title}',
    edited: {
      title: 'Event: sign-up canceled',
      when: 'When a person cancels a sign-up',
      cases: {
        text: introduction(
          { placeholders: ['date'], needed: ['event'] },
          'Your sign-up for “{event}” on {date} is canceled. If you did not want this, sign up again, or write to {email}.',
        ),
      },
    },
  },
  'event-cancelled': {
    name: 'Event canceled',
    subject: 'Canceled: {title}',
    edited: {
      title: 'Event: canceled',
      when: 'When the shop cancels an event',
      cases: {
        text: introduction(
          { needed: ['event', 'date'] },
          'We are sorry: “{event}” on {date} does not take place. You do not have to do anything. If you have a question, answer this email.',
        ),
      },
    },
  },
} satisfies Record<string, MailFacts & { subject: string }>

export type EventMail = keyof typeof EVENT_MAILS
