/** The links and groups of links of the header. */
import type { MouseEvent, ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { currentOf, type PageLink } from '#shared/platform/pages.ts'
import styles from './nav.module.css'

export function NavItem({ link, pending = false }: { link: PageLink; pending?: boolean }) {
  const { pathname } = useLocation()
  return (
    <li>
      <Link
        to={link.to}
        className={styles.link}
        aria-current={currentOf(link, pathname)}
        data-pending={pending || undefined}
      >
        {link.title}
      </Link>
    </li>
  )
}

export type Drawer = { open: boolean; press: (event: MouseEvent) => void }

/**
 * A heading with its links in the drawer below. There is one drawer for all headings, so each of them has the same
 * `aria-expanded`. On a phone all links are in one list, and the heading is plain text.
 */
export function NavGroup({
  title,
  links,
  drawer,
  className = '',
  children,
}: {
  title: string
  links: PageLink[]
  drawer: Drawer
  className?: string
  children?: ReactNode
}) {
  const { pathname } = useLocation()
  const current = links.some((link) => currentOf(link, pathname))
  return (
    <li className={`${styles.group} ${className}`}>
      <button
        type="button"
        className={styles.heading}
        aria-expanded={drawer.open}
        onClick={drawer.press}
        data-current={current || undefined}
        title={title.length > 12 ? title : undefined}
      >
        <span className={styles.headingText}>{title}</span>
      </button>
      <p className={styles.plainHeading}>{title}</p>
      <ul className={styles.sub}>
        {links.map((link) => (
          <NavItem key={link.to} link={link} />
        ))}
        {children}
      </ul>
    </li>
  )
}
