import { Link, useLocation } from 'react-router'
import { brand } from '#shared/brand.ts'
import { currentOf, EVENTS_LINK, POLICY_LINKS } from '#shared/pages.ts'
import styles from './footer.module.css'
import { Mark } from './mark.tsx'
import { Hours, Place } from './visit.tsx'

/** The footer of every page: name, opening hours, address, email and policies. */
export function Footer() {
  const { pathname } = useLocation()
  return (
    <footer className={styles.footer}>
      <div className={styles.frame}>
        <div className={styles.brand}>
          <Link to="/" className={styles.mark}>
            <Mark />
            <span className="visually-hidden">{brand.mark}, home</span>
          </Link>
          <p className={styles.tagline}>{brand.tagline}</p>
        </div>
        <div className={styles.label}>
          <h2>Hours</h2>
          <Hours />
        </div>
        <div className={styles.label}>
          <h2>Come visit</h2>
          <Place />
          <Link to={EVENTS_LINK.to} aria-current={currentOf(EVENTS_LINK, pathname)}>
            {EVENTS_LINK.title}
          </Link>
        </div>
        <div className={styles.label}>
          <h2>Write</h2>
          <a href={`mailto:${brand.contactEmail}`}>{brand.contactEmail}</a>
        </div>
        <nav className={styles.policies} aria-label="Policies">
          <ul>
            {POLICY_LINKS.map((link) => (
              <li key={link.to}>
                <Link to={link.to} aria-current={currentOf(link, pathname)}>
                  {link.title}
                </Link>
              </li>
            ))}
          </ul>
          <p>© {brand.roasters}</p>
        </nav>
      </div>
    </footer>
  )
}
