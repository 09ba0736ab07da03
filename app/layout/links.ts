/** The links of the header and the footer. */
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

/** The `aria-current` of a link: `page` for the current page, `true` for the section that contains it. */
export function currentOf({ to, also }: NavLink, pathname: string): 'page' | 'true' | undefined {
  if (pathname === to) return 'page'
  return also?.test(pathname) ? 'true' : undefined
}
