import { route, type RouteConfigEntry } from '@react-router/dev/routes'

/** The pages of this group, by address. Files are named from app/. */
export const checkoutPages: RouteConfigEntry[] = [
  route('checkout', 'checkout/checkout/checkout.tsx'),
  route('order/:id', 'checkout/order/order.tsx'),
  route('order/:id/packing-slip', 'checkout/order/packing-slip.tsx'),
  route('admin/orderlist/:pageNumber?', 'checkout/admin/order/order-list.tsx'),
  route('admin/pickup', 'checkout/admin/pickup/pickup.tsx'),
  route('admin/counter', 'checkout/admin/counter/counter.tsx'),
  route('admin/receipt/:id', 'checkout/admin/counter/receipt.tsx'),
  route('admin/new-order', 'checkout/admin/counter/new-order.tsx'),
  route('admin/counter-days/:pageNumber?', 'checkout/admin/counter/day-list.tsx'),
  route('admin/counter-day/:id', 'checkout/admin/counter/day.tsx'),
  route('admin/packing/:id', 'checkout/order/packing.tsx'),
  route('admin/discounts', 'checkout/admin/discount/code-list.tsx'),
  route('admin/discounts/:id/edit', 'checkout/admin/discount/edit.tsx'),
  route('gift-cards', 'checkout/gift-cards/gift-cards.tsx'),
  route('admin/gift-cards/:pageNumber?', 'checkout/admin/gift-card/card-list.tsx'),
  route('admin/gift-card/:id', 'checkout/admin/gift-card/card.tsx'),
]
