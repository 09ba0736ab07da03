import { layout, type RouteConfig } from '@react-router/dev/routes'
import { contentPages } from './content/routes.ts'
import { catalogPages } from './catalog/routes.ts'
import { roasteryPages } from './roastery/routes.ts'
import { checkoutPages } from './checkout/routes.ts'
import { paymentsPages } from './payments/routes.ts'
import { shippingPages } from './shipping/routes.ts'
import { subscriptionsPages } from './subscriptions/routes.ts'
import { wholesalePages } from './wholesale/routes.ts'
import { peoplePages } from './people/routes.ts'
import { mailPages } from './mail/routes.ts'
import { backofficePages } from './backoffice/routes.ts'
import { startPages } from './start/routes.ts'

const pages = [
  ...contentPages,
  ...catalogPages,
  ...roasteryPages,
  ...checkoutPages,
  ...paymentsPages,
  ...shippingPages,
  ...subscriptionsPages,
  ...wholesalePages,
  ...peoplePages,
  ...mailPages,
  ...backofficePages,
  ...startPages,
]

/** All pages. Those of the desk share its navigation. */
export default [
  ...pages.filter(({ path }) => !isOfDesk(path)),
  layout(
    'platform/admin/desk/desk.tsx',
    { id: 'desk' },
    pages.filter(({ path }) => isOfDesk(path)),
  ),
] satisfies RouteConfig

/** The browser finds the layout of a page by the same rule (scripts/slim-manifest.ts). */
function isOfDesk(path = ''): boolean {
  return path.startsWith('admin')
}
