import { MailLink } from './mail-link.tsx'
import type { Section } from './policy-page.tsx'

/** The second half of the privacy policy: how long we keep data, and the rights of visitors. */
export const RIGHTS: Section[] = [
  {
    id: 'retention',
    title: 'How long we keep it',
    text: (
      <ul>
        <li>
          <strong>Your account and its address book</strong>: until you ask us to delete it.
        </li>
        <li>
          <strong>Sign-ins</strong>: until you sign out, or 30 days; a hash of the network you signed in from,
          90 days.
        </li>
        <li>
          <strong>Links that we send you</strong>: until you use them; an hour for a new password, a day for a
          new address, a week to take a change of address back.
        </li>
        <li>
          <strong>A new email address that you have not confirmed</strong>: a week.
        </li>
        <li>
          <strong>Orders and payments</strong>: at least as long as tax and bookkeeping law asks, usually
          seven years. If your account is deleted before that, the order stays without it.
        </li>
        <li>
          <strong>Shipping quotes</strong>: a day after they expire.
        </li>
        <li>
          <strong>Messages and enquiries</strong>: 24 months after you wrote them; sooner if you ask us to
          delete them. What we have not answered by then stays until we have.
        </li>
        <li>
          <strong>Sign-ups for events</strong>: your name and address, 90 days after the event.
        </li>
        <li>
          <strong>Email that the shop sends</strong>: its text for 12 months. That it was sent, to whom, when
          and under which subject, as long as what it is about. Links that open an account are not kept with
          it.
        </li>
        <li>
          <strong>Changes by our staff</strong>, which can name you when it was your account or your order: in
          a record that is kept with the books.
        </li>
        <li>
          <strong>Backups</strong> hold what was there on the day they were made. We make them by hand, keep
          them safe, and no longer than they are of use.
        </li>
        <li>
          <strong>Reviews</strong>: as long as the product is known to the shop, or until you ask.
        </li>
      </ul>
    ),
  },
  {
    id: 'safety',
    title: 'How we keep it safe',
    text: (
      <p>
        Passwords are stored only as slow hashes, sessions and the links that we send only as hashes of their
        tokens. What an administrator may do is checked on every request. Sign-ins, forms and address checks
        are limited per network address, and how much an unpaid order may hold back from others too. No system
        is perfectly safe; if something happens to your data, we tell you and the authorities that the law
        names, without delay.
      </p>
    ),
  },
  {
    id: 'choices',
    title: 'Your choices and opting out',
    text: (
      <>
        <ul>
          <li>
            You can see and change your name, email address and password on your{' '}
            <a href="/profile">profile</a>.
          </li>
          <li>You can buy less than you meant to: an unpaid order can be cancelled on its page.</li>
          <li>You can write to us by email instead of by a form.</li>
          <li>You can refuse or delete our cookie. Everything but signing in still works.</li>
          <li>
            There is no sale of data, no targeted advertising and no newsletter to opt out of. If that ever
            changes, we ask first.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'us-rights',
    title: 'Your rights in the United States',
    text: (
      <p>
        Virginia, California and a growing number of states give you the right to know what is held about you,
        to have it corrected or deleted, to receive a copy, and not to be treated worse for asking. We give
        these rights to everybody, wherever you live. If we say no to a request, you may ask us to look again,
        and after that contact your state’s attorney general.
      </p>
    ),
  },
  {
    id: 'european-rights',
    title: 'Your rights in Europe',
    text: (
      <>
        <p>
          If you are in the European Economic Area, the United Kingdom or Switzerland, you have under the GDPR
          and similar laws the right to access, rectification, erasure, restriction, portability and
          objection, and to complain to your supervisory authority. We process data on these grounds:
        </p>
        <ul>
          <li>
            <strong>contract</strong>: your account, your orders, their payment and shipment;
          </li>
          <li>
            <strong>legitimate interest</strong>: answering your messages, keeping the shop safe;
          </li>
          <li>
            <strong>legal obligation</strong>: the books;
          </li>
          <li>
            <strong>consent</strong>: the music page, where a streaming service may be embedded; you can leave
            it at any time.
          </li>
        </ul>
        <p>
          We are in the United States, and what you send us is stored there, where the law may protect it less
          than your own.
        </p>
      </>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    text: (
      <p>
        The shop is not meant for people under 18, and we do not knowingly collect data from children. If you
        think that a child has given us data, write to us and we delete it.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    text: (
      <p>
        When we do something new with data, or the law changes, we change this page and the date on top of it.
        If the change matters to you and we have your email address, we write before it takes effect.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'How to reach us',
    text: (
      <p>
        For a question, a request or a complaint about your data, write to <MailLink />. Use the email address
        of your account, so that we know it is you. We answer within 30 days, and as a rule much sooner. It
        costs nothing.
      </p>
    ),
  },
]
