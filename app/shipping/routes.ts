import { route, type RouteConfigEntry } from '@react-router/dev/routes'

/** The pages of this group, by address. Files are named from app/. */
export const shippingPages: RouteConfigEntry[] = [
  route('admin/shipping', 'shipping/shipping/shipping.tsx'),
  route('admin/shipping/slips', 'shipping/shipping/packing-slips.tsx'),
]
