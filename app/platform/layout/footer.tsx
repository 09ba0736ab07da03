import { Link, useLocation } from 'react-router'
import { newsConsent } from '#shared/platform/newsletters.ts'
import { currentOf, footerLinks, POLICY_LINKS } from '#shared/platform/pages.ts'
import type { OpenParts } from '#shared/platform/parts.ts'
import { normalPhone } from '#shared/kernel/phone.ts'
import { useBusiness } from '../api/business.ts'
import styles from './footer.module.css'
import { Mark } from './mark.tsx'
import { SchemeChoice } from './scheme-choice.tsx'
import { Hours, OpenNow, Place } from './visit.tsx'

/** The footer of every page: name, opening hours, address, email and policies. */
export function Footer() {
  const { pathname } = useLocation()
  const { mark, tagline, contactEmail, phone, links, parts } = useBusiness()
  return (
    <footer className={styles.footer}>
      <div className={`stack-4 ${styles.frame}`}>
        <div className={styles.brand}>
          <Link to="/" className={styles.mark}>
            <Mark text={mark} />
            <span className="visually-hidden">{mark}, home</span>
          </Link>
          <p className="above-1 lead italic">
            <bdi>{tagline}</bdi>
          </p>
        </div>
        <div className={`lining ${styles.label}`}>
          <h2>Hours</h2>
          <OpenNow />
          <Hours />
        </div>
        <div className={`lining ${styles.label} ${styles.place}`}>
          <h2>Come visit</h2>
          <Place />
        </div>
        <div className={`lining ${styles.label} ${styles.write}`}>
          <h2>Write</h2>
          <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
          {phone ? <a href={`tel:${normalPhone(phone) ?? phone}`}>{phone}</a> : null}
          {links.instagram ? (
            <a href={links.instagram} rel="noreferrer" target="_blank">
              Instagram<span className="visually-hidden">, in a new window</span>
            </a>
          ) : null}
        </div>
        <div className={`lining ${styles.label} ${styles.more}`}>
          <h2>More</h2>
          {footerLinks(parts).map((link) => (
            <Link key={link.to} to={link.to} aria-current={currentOf(link, pathname)}>
              {link.title}
            </Link>
          ))}
        </div>
        {parts.newsletters === 'on' ? <NewsletterForm parts={parts} /> : null}
        <LastLine />
      </div>
    </footer>
  )
}

/** The policies, the scheme, and the owner's line. */
function LastLine() {
  const { pathname } = useLocation()
  const { footer } = useBusiness()
  return (
    <div className={styles.last}>
      <nav aria-label="Policies">
        <ul>
          {POLICY_LINKS.map((link) => (
            <li key={link.to}>
              <Link to={link.to} aria-current={currentOf(link, pathname)}>
                {link.title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <SchemeChoice />
      <p>
        <bdi>{footer}</bdi>
      </p>
    </div>
  )
}

/** The sign-up for the newsletter: a plain form, so that it adds no script to any page. */
function NewsletterForm({ parts }: { parts: OpenParts }) {
  return (
    <form action="/api/newsletter" method="post" className={`stack-2 may-shrink ${styles.news}`}>
      <div className={`lining ${styles.label}`}>
        <h2>Newsletter</h2>
        <label htmlFor="news-email">{newsConsent(parts)}</label>
      </div>
      <div className={styles.newsLine}>
        <input
          id="news-email"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          placeholder="Your email"
          required
        />
        <input type="hidden" name="source" value="footer" />
        <input
          name="homepage"
          className="visually-hidden"
          tabIndex={-1}
          autoComplete="off"
          aria-hidden="true"
        />
        <button type="submit">Get news</button>
      </div>
    </form>
  )
}
