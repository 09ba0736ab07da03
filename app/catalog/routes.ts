import { route, type RouteConfigEntry } from '@react-router/dev/routes'

/** The pages of this group, by address. Files are named from app/. */
export const catalogPages: RouteConfigEntry[] = [
  route('shop', 'catalog/shop/shop.tsx', { id: 'shop' }),
  route('shop/:department', 'catalog/shop/shop.tsx', { id: 'department' }),
  route('shop/:department/page/:pageNumber', 'catalog/shop/shop.tsx', { id: 'department-page' }),
  route('page/:pageNumber', 'catalog/shop/shop.tsx', { id: 'shop-page' }),
  route('search', 'catalog/shop/search-form-target.ts'),
  route('search/:keyword', 'catalog/shop/shop.tsx', { id: 'search' }),
  route('search/:keyword/page/:pageNumber', 'catalog/shop/shop.tsx', { id: 'search-page' }),
  route('product/:id', 'catalog/shop/product.tsx'),
  route('find-your-coffee', 'catalog/finder/finder.tsx'),
  route('compare', 'catalog/compare/compare.tsx'),
  route('taste', 'catalog/taste/taste.tsx'),
  route('lots/:code', 'catalog/lots/lot.tsx'),
  route('cart', 'catalog/shop/cart.tsx'),
  route('admin/productlist', 'catalog/admin/product/product-list.tsx', { id: 'admin-products' }),
  route('admin/productlist/:pageNumber', 'catalog/admin/product/product-list.tsx', {
    id: 'admin-products-page',
  }),
  route('admin/product/import', 'catalog/admin/product/import.tsx'),
  route('admin/product/:id/edit', 'catalog/admin/product/edit.tsx'),
  route('artshow', 'catalog/artshow/artshow.tsx'),
  route('artshow/:id', 'catalog/artshow/artist.tsx'),
  route('back-in-stock', 'catalog/notices/back-in-stock.tsx'),
  route('admin/reviews', 'catalog/admin/review/reviews.tsx', { id: 'admin-reviews' }),
  route('admin/reviews/:pageNumber', 'catalog/admin/review/reviews.tsx', { id: 'admin-reviews-page' }),
  route('admin/works', 'catalog/admin/artwork/work-list.tsx'),
  route('admin/works/:id/edit', 'catalog/admin/artwork/edit.tsx'),
  route('admin/artshowlist', 'catalog/admin/artist/artist-list.tsx'),
  route('admin/artshow/:id/edit', 'catalog/admin/artist/edit.tsx'),
]
