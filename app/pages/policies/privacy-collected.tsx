import { brand } from '#shared/brand.ts'
import { MailLink } from './mail-link.tsx'
import type { Section } from './policy-page.tsx'

/** The first half of the privacy policy: what we collect, where we store it, and who sees it. */
export const COLLECTED: Section[] = [
  {
    id: 'who',
    title: 'Who we are',
    text: (
      <p>
        This site and shop belong to {brand.roasters}, {brand.place.street}, {brand.place.city},{' '}
        {brand.place.state} {brand.place.postalCode}, USA (“{brand.mark}”, “we”). We decide what is done with
        your data here and are responsible for it. You reach us at <MailLink />.
      </p>
    ),
  },
  {
    id: 'collected',
    title: 'What we collect',
    text: (
      <>
        <h3>When you look around</h3>
        <p>
          You can read every public page without telling us who you are. Our server needs your internet
          address to send you a page. It counts some kinds of requests per address, for a day at most, to
          protect the shop from floods of requests.
        </p>
        <h3>When you create an account</h3>
        <p>
          We store your name, your email address and a hash of your password, made with argon2id. The password
          itself is never stored and cannot be read from the hash. While you are signed in, we also store when
          you signed in, when you last used the site, your internet address and your kind of browser. This
          protects your account. For 90 days after a sign-in we store a hash of your account and your network.
          With it, you can still sign in from there if another person tries to guess your password. If you
          change your email address, we store the new one beside the old one until you confirm it with the
          link that we mail to it, and we tell the old address. Of a link that we mail to you we store only a
          hash.
        </p>
        <h3>When you order</h3>
        <p>
          What you bought, at which price, the shipping address and the recipient, a phone number and the note
          of a gift if you type them, what the shipping cost, the state of your order and its history. Of the
          payment we keep PayPal’s numbers for it, the amount, its outcome and the email address of the paying
          account. For two days we also keep the network that the order came from, so that no one can reserve
          goods without paying for them. Card and bank details never reach us.
        </p>
        <p>
          If you have an account, the address of an order is saved in your address book, unless you untick
          that box. Only you can see your address book, and you can change and delete it in your profile at
          any time.
        </p>
        <p>
          You can order without an account. We then also keep the name and the email address that you type.
          Your order opens with a link that is in our mail to you and on your device. It works for 180 days,
          and anyone who has it can see that order. If you ask for an account after your order, we keep a hash
          of the password you chose, for two days at most, until you finish the account.
        </p>
        <h3>When you sign up for an event</h3>
        <p>
          Your name, your email address, and how many seats you want. With your address we confirm the
          sign-up, and tell you about changes and the day before the event.
        </p>
        <h3>When you write to us</h3>
        <p>
          The contact form stores your name, email address and message. The wholesale form stores the name and
          type of your business, email address, phone number, quantity, website and message.
        </p>
        <h3>When you review a product</h3>
        <p>
          Your rating, your text and the name on your account. These are public. After an order has arrived,
          one mail asks what you think of it.
        </p>
      </>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies and what your browser keeps',
    text: (
      <>
        <p>
          We set one cookie, and only when you sign in. It is called <strong>sid</strong> (or{' '}
          <strong>__Host-sid</strong>), holds a random number that tells our server that it is you, cannot be
          read by scripts, and is gone when you sign out, or after 30 days at most. It is necessary for
          signing in, so there is nothing to consent to and no banner in your way.
        </p>
        <p>Your browser’s local storage keeps, on your own device:</p>
        <ul>
          <li>
            <strong>cart</strong>: what you put into the cart, and during checkout the address or pickup,
            payment method and shipping quote you chose;
          </li>
          <li>
            <strong>userInfo</strong>: the name, email address and role to show while you are signed in;
          </li>
          <li>
            <strong>guest</strong> and <strong>guestLinks</strong>: if you order without an account, your name
            and email address, and the links to your orders;
          </li>
          <li>
            <strong>deliveryDetails</strong>: during checkout, the recipient, phone number and gift note you
            typed;
          </li>
          <li>
            <strong>shippingZip</strong>: the ZIP code for which you asked the shipping price in the cart;
          </li>
          <li>
            <strong>grind</strong>: the grind that you chose last;
          </li>
          <li>drafts of an address or an order you have started, so that a reload does not lose them.</li>
        </ul>
        <p>Signing out wipes all of it. You can also clear it in your browser’s settings at any time.</p>
      </>
    ),
  },
  {
    id: 'analytics',
    title: 'Analytics and advertising',
    text: (
      <p>
        There are none. We use no analytics service, no tracking cookies, no pixels, no fingerprinting and no
        advertising networks. We do not build profiles, do not make automated decisions about you, and do not
        sell or share your data for advertising. We therefore treat every visitor the way “Do Not Track” and
        Global Privacy Control ask for, whether you send such a signal or not.
      </p>
    ),
  },
  {
    id: 'platform',
    title: 'The store platform',
    text: (
      <p>
        We run the shop ourselves, with our own software and our own database. No hosted store platform stands
        between you and us. Fonts, pictures and scripts come from our own server.
      </p>
    ),
  },
  {
    id: 'use',
    title: 'What we use it for',
    text: (
      <>
        <ul>
          <li>to take, pack and ship your orders, and to correct them if necessary</li>
          <li>to let you sign in, see your orders and change your details</li>
          <li>to answer what you wrote</li>
          <li>to keep the shop safe from fraud, guessing of passwords and flooding</li>
          <li>to keep the records that the law requires</li>
        </ul>
        <p>
          We do not send newsletters. Email from us is about something you asked for or bought: it tells you
          what happens to your order, or is about your account. It loads nothing from a server, so we cannot
          see whether or when you read it.
        </p>
      </>
    ),
  },
  {
    id: 'shared',
    title: 'Who else sees it',
    text: (
      <>
        <p>Only those who are needed, and only what they need:</p>
        <ul>
          <li>
            <strong>PayPal</strong> takes the payment. It receives your order’s items, amounts, shipping
            address and recipient from us, and everything else from you directly. When you come to pay, your
            browser loads PayPal’s own script, which may set PayPal’s cookies. See{' '}
            <a href="https://www.paypal.com/us/legalhub/paypal/privacy-full" rel="noreferrer">
              PayPal’s privacy statement
            </a>
            .
          </li>
          <li>
            <strong>Shippo</strong> and the <strong>US Postal Service</strong> check your address, price the
            parcel and carry it. They receive the name of who gets the parcel, the shipping address, the phone
            number if you type one, and the parcel’s weight. An order that you pick up at the bar does not
            reach them. See{' '}
            <a href="https://goshippo.com/privacy" rel="noreferrer">
              Shippo’s privacy policy
            </a>
            .
          </li>
          <li>
            <strong>Mapbox</strong> finds your address while you type it into the search box of the shipping
            page, and checks it when you go on. Our server asks, so it learns the words you typed but not who
            or where you are; when you tell it that an address or a pin is wrong, it learns that too. If you
            fill in the fields by hand, it receives only the finished address.
          </li>
          <li>
            <strong>Our mail provider</strong> carries the email between us, and what you send by our forms.
          </li>
          <li>
            <strong>The music page</strong> may hold the player of a streaming service. That service then sees
            that you opened the page and what you listen to, and may set cookies, under its own policy. No
            other page loads it.
          </li>
          <li>
            <strong>Authorities</strong>, where the law obliges us to answer them.
          </li>
        </ul>
        <p>
          Links to other sites, such as an artist’s page or a map, lead to sites that we do not run. We are
          not responsible for them.
        </p>
      </>
    ),
  },
]
