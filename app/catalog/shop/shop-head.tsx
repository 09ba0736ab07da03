import type { CountedDepartment } from '#shared/content/api/departments.ts'
import type { FoundProducts } from '#shared/catalog/api/products.ts'
import type { Business } from '#shared/platform/business.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { useOrigin } from '#app/platform/api/origin.ts'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { isFiltered, pathOf, type ListAddress } from './list-address.ts'
import { breadcrumbs } from './product-data.ts'

type Props = { address: ListAddress; department?: CountedDepartment; found?: FoundProducts }

/** Title and metadata of a list. Search results, filtered lists and empty pages are hidden from search engines. */
export function ShopHead({ address, department, found }: Props) {
  const origin = useOrigin()
  const { roasters, place } = useBusiness()
  const { keyword, page } = address
  const title = keyword ? `“${keyword}”` : (department?.name ?? 'Shop')
  const path = pathOf({ ...address, chosen: { values: {} } })
  return (
    <PageHead
      title={page > 1 ? `${title}, page ${page}` : title}
      description={department?.text || descriptionAt(place)}
      path={path}
      picture={found?.products[0]?.pictures.image}
      hidden={keyword !== undefined || isFiltered(address) || found?.products.length === 0}
      {...(department ? { data: [trail(department, roasters, origin)] } : {})}
    />
  )
}

function descriptionAt({ city, state }: Business['place']): string {
  return `Every coffee on our wall, with its place, its taste and its price: roasted in ${city}, ${state}. And brewers, mugs and prints to go with it.`
}

function trail({ slug, name }: CountedDepartment, shop: string, origin: string): object {
  return breadcrumbs([
    { name: shop, url: `${origin}/` },
    { name: 'Shop', url: `${origin}/shop` },
    { name, url: `${origin}/shop/${slug}` },
  ])
}
