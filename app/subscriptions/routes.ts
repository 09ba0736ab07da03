import { route, type RouteConfigEntry } from '@react-router/dev/routes'

/** The pages of this group, by address. Files are named from app/. */
export const subscriptionsPages: RouteConfigEntry[] = [
  route('subscribe', 'subscriptions/subscribe/subscribe.tsx'),
  route('subscribe/gift', 'subscriptions/gift/buy.tsx'),
  route('gift', 'subscriptions/gift/gift.tsx'),
  route('profile/subscriptions', 'subscriptions/account/list.tsx'),
  route('subscriptions/:id', 'subscriptions/account/subscription.tsx'),
  route('subscriptions/:id/skip', 'subscriptions/account/skip-by-link.tsx'),
  route('subscriptions/:id/cancel', 'subscriptions/account/cancel-by-link.tsx'),
  route('admin/subscriptions', 'subscriptions/admin/subscription-list.tsx', {
    id: 'admin-subscriptions',
  }),
  route('admin/subscriptions/:pageNumber', 'subscriptions/admin/subscription-list.tsx', {
    id: 'admin-subscriptions-page',
  }),
  route('admin/subscription/:id', 'subscriptions/admin/subscription.tsx'),
  route('admin/roast-plan', 'subscriptions/admin/coffee-to-deliver.tsx'),
  route('admin/subscription-charges', 'subscriptions/admin/charges.tsx'),
  route('admin/subscription-figures', 'subscriptions/admin/figures.tsx'),
  route('admin/ending-coffees', 'subscriptions/admin/endings.tsx'),
  route('admin/rotation', 'subscriptions/admin/rotation.tsx'),
]
