import { useQuery } from '@tanstack/react-query'
import { useRef, type MouseEvent, type ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { footerLinks, mainLinks, type PageLink, currentOf } from '#shared/platform/pages.ts'
import { roleOfUser, type UserInfo } from '#shared/people/api/users.ts'
import type { StaffRole } from '#shared/kernel/roles.ts'
import { counted } from '#shared/kernel/counts.ts'
import { useBusiness, type ShownBusiness } from '#app/platform/api/business.ts'
import { useCartCount } from '#app/platform/cart/store.ts'
import { redirectTarget, withRedirect } from '#app/platform/session/redirect.ts'
import { signOut, useUser } from '#app/platform/session/session.ts'
import { useDrawer } from './drawer.ts'
import styles from './header.module.css'
import { Mark } from './mark.tsx'
import { Hours, Place } from './visit.tsx'

/** The bar at the top. It slides open to show the links below COFFEE, PHOTO and the user's name. */
export function Header() {
  const brand = useBusiness()
  const header = useRef<HTMLElement>(null)
  const drawer = useDrawer(header)
  const user = useUser()
  return (
    <header
      ref={header}
      className={styles.header}
      data-open={drawer.open || undefined}
      data-tall={(user && roleOfUser(user)) || undefined}
      {...drawer.events}
    >
      <div className={`flex wraps align-middle ${styles.bar}`}>
        <Link to="/" className={styles.mark}>
          <Mark text={brand.mark} />
          <span className="visually-hidden">{brand.mark}, home</span>
        </Link>
        <button
          type="button"
          className={styles.menuButton}
          aria-expanded={drawer.open}
          aria-controls="site-nav"
          onClick={drawer.toggle}
        >
          {drawer.open ? 'CLOSE' : 'MENU'}
        </button>
        <nav id="site-nav" className={`flex ${styles.nav}`} aria-label="Main">
          <div className={`lining ${styles.visit}`}>
            <Hours />
            <Place />
          </div>
          <ul className={`${styles.links} ${styles.shop}`} aria-label="Shop">
            {shopLinks(brand).map((link) => (
              <NavItem key={link.to} link={link} />
            ))}
          </ul>
          <ul className={styles.links}>
            {mainLinks(brand.links, brand.parts).map((item) =>
              'links' in item ? (
                <NavGroup key={item.title} {...item} drawer={drawer} />
              ) : (
                <NavItem key={item.title} link={item} />
              ),
            )}
          </ul>
          <ul className={styles.links}>
            <Account user={user} drawer={drawer} />
          </ul>
          <Search />
        </nav>
        <CartLink />
      </div>
    </header>
  )
}

/** A form of a phone's menu, in reach of a thumb. It needs no scripts. */
function Search() {
  return (
    <search className={`pad-y-1 paper ${styles.search}`}>
      <form action="/search" className={styles.line}>
        <input
          name="keyword"
          type="search"
          aria-label="Search products"
          maxLength={100}
          enterKeyHint="search"
        />
        <button type="submit">Search</button>
      </form>
    </search>
  )
}

/** The links that only a phone's menu has: the departments first, and the pages that the footer links to. */
function shopLinks({ departments, links, parts }: ShownBusiness): PageLink[] {
  return [
    ...departments.map(({ slug, name }) => ({ title: name, to: `/shop/${slug}` })),
    { title: 'All products', to: links.shop },
    ...footerLinks(parts),
    { title: 'Visit', to: '/#visit' },
  ]
}

/** LOGIN has the width of a user's name, so that nothing moves once the session has been read. */
function Account({ user, drawer }: { user: UserInfo | null | undefined; drawer: Drawer }) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const role = user ? roleOfUser(user) : null
  const adminLinks = useAdminLinks(role)
  if (!user) {
    const isSigningIn = pathname === '/login' || pathname === '/register'
    const to = withRedirect('/login', isSigningIn ? redirectTarget(new URLSearchParams(search)) : '/')
    return <NavItem link={{ title: 'LOGIN', to, also: /^\/login$/ }} pending={user === undefined} />
  }
  const logout = async () => {
    await signOut()
    await navigate('/login')
  }
  return (
    <>
      {role ? (
        <NavGroup
          title={user.isAdmin ? 'Admin' : 'Work'}
          links={adminLinks}
          drawer={drawer}
          className={styles.admin}
        />
      ) : null}
      <NavGroup
        title={user.name}
        links={[{ title: 'Profile', to: '/profile', also: /^\/profile\// }]}
        drawer={drawer}
      >
        <li>
          <button type="button" className={styles.link} onClick={() => void logout()}>
            Logout
          </button>
        </li>
      </NavGroup>
    </>
  )
}

/** The links of the Admin menu. Only staff load them. Empty until they are loaded. */
function useAdminLinks(role: StaffRole | null): PageLink[] {
  const { parts } = useBusiness()
  const { data } = useQuery({
    queryKey: ['admin pages'],
    queryFn: () => import('#shared/platform/admin-pages.ts'),
    enabled: role !== null,
    staleTime: Infinity,
  })
  return role && data ? data.adminMenu(role, parts) : []
}

function CartLink() {
  const count = useCartCount()
  const { pathname } = useLocation()
  const countText = count === 0 ? ', empty' : `, ${counted(count, 'piece')}`
  return (
    <Link to="/cart" className={styles.cart} aria-current={pathname === '/cart' ? 'page' : undefined}>
      <span className={styles.cartText}>CART</span>
      <span key={count} className={`box figures ${styles.count}`} aria-hidden="true">
        {count === 0 ? '' : count > 99 ? '99+' : count}
      </span>
      <span className="visually-hidden">{countText}</span>
    </Link>
  )
}

function NavItem({ link, pending = false }: { link: PageLink; pending?: boolean }) {
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

type Drawer = { open: boolean; press: (event: MouseEvent) => void }

/**
 * A heading with its links in the drawer below. There is one drawer for all headings, so each of them has the same
 * `aria-expanded`. On a phone all links are in one list, and the heading is plain text.
 */
function NavGroup({
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
