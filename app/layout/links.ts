/** Where the header and the footer lead (spec section 2). */
import { brand } from '#shared/brand.ts'

export type NavLink = { title: string; to: string; also?: RegExp }

export const COFFEE: NavLink[] = [
  { title: 'SHOP', to: brand.links.shop, also: /^\/(page|search|product)\// },
  { title: 'MENU', to: '/menu' },
]

export const PHOTO: NavLink[] = [
  { title: 'GALLERY', to: '/gallery' },
  { title: 'ARTSHOW', to: '/artshow' },
]

export const ADMIN: NavLink[] = [
  // Ours; the five after it are the specification's.
  { title: 'Today', to: '/admin', also: /^\/admin\/(mail|money|record)/ },
  { title: 'Products', to: '/admin/productlist', also: /^\/admin\/(product|reviews)/ },
  { title: 'Users', to: '/admin/userlist', also: /^\/admin\/user/ },
  { title: 'Orders', to: '/admin/orderlist', also: /^\/admin\/(order|shipping)/ },
  { title: 'Menu', to: '/admin/menuedit' },
  { title: 'Art Show', to: '/admin/artshowlist', also: /^\/admin\/artshow/ },
  { title: 'Messages', to: '/admin/messages', also: /^\/admin\/messages\// },
]

export const POLICIES: NavLink[] = [
  { title: 'Privacy Policy', to: '/privacypolicy' },
  { title: 'Refund Policy', to: '/refundpolicy' },
  { title: 'Terms of Service', to: '/termsofservice' },
  { title: 'Shipping Policy', to: '/shippingpolicy' },
]

/** `page` for the link to where one is, `true` for the one that leads to its section. */
export function currentOf({ to, also }: NavLink, pathname: string): 'page' | 'true' | undefined {
  if (pathname === to) return 'page'
  return also?.test(pathname) ? 'true' : undefined
}
