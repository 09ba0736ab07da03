import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { mainLinks, type PageLink } from '#shared/platform/pages.ts'
import { roleOfUser, type UserInfo } from '#shared/people/api/users.ts'
import type { StaffRole } from '#shared/kernel/roles.ts'
import { counted } from '#shared/kernel/counts.ts'
import { useBusiness } from '../api/business.ts'
import { useCartCount } from '../cart/store.ts'
import { redirectTarget, withRedirect } from '../session/redirect.ts'
import { signOut, useUser } from '../session/session.ts'
import { useDrawer } from './drawer.ts'
import styles from './header.module.css'
import { Mark } from './mark.tsx'
import nav from './nav.module.css'
import { NavGroup, NavItem, type Drawer } from './nav.tsx'
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
        <nav id="site-nav" className={`flex gap-2 ${nav.nav}`} aria-label="Main">
          <ul className={nav.links}>
            {mainLinks(brand.links).map((item) =>
              'links' in item ? (
                <NavGroup key={item.title} {...item} drawer={drawer} />
              ) : (
                <NavItem key={item.title} link={item} />
              ),
            )}
          </ul>
          <ul className={nav.links}>
            <Account user={user} drawer={drawer} />
          </ul>
          <div className={`pad-top-2 lining ${nav.visit}`}>
            <Hours />
            <Place />
          </div>
        </nav>
        <CartLink />
      </div>
    </header>
  )
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
          className={nav.admin}
        />
      ) : null}
      <NavGroup
        title={user.name}
        links={[{ title: 'Profile', to: '/profile', also: /^\/profile\// }]}
        drawer={drawer}
      >
        <li>
          <button type="button" className={nav.link} onClick={() => void logout()}>
            Logout
          </button>
        </li>
      </NavGroup>
    </>
  )
}

/** The links of the Admin menu. Only staff load them. Empty until they are loaded. */
function useAdminLinks(role: StaffRole | null): PageLink[] {
  const { data } = useQuery({
    queryKey: ['admin pages'],
    queryFn: () => import('#shared/platform/admin-pages.ts'),
    enabled: role !== null,
    staleTime: Infinity,
  })
  return role && data ? data.adminMenu(role) : []
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
