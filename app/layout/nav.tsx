/** The parts the header's navigation is made of. */
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { currentOf, type PageLink } from '#shared/pages.ts'
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

export type Drawer = { open: boolean; toggle: () => void }

/**
 * A heading with its links in the drawer below. The drawer is one: it slides open for all headings at once,
 * so each of them tells the same. On a phone, where all stands in one list, the heading is plain text.
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
        onClick={drawer.toggle}
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
