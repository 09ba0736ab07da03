import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import {
  Link,
  data,
  useLoaderData,
  useParams,
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import { products, type ProductWithReviews } from '#shared/catalog/api/products.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { compareQuery } from '#shared/platform/compared.ts'
import { shortened } from '#shared/catalog/description.ts'
import { isNotFound } from '#app/platform/api/call.ts'
import { productPath } from '#shared/platform/record-paths.ts'
import { askByAddress, useAddress } from '#app/platform/api/addresses.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { useOrigin } from '#app/platform/api/origin.ts'
import { askBriefly } from '#app/platform/api/prefetch.ts'
import { ask } from '#app/platform/api/query.ts'
import { PageNotFound } from '#app/platform/layout/error-page.tsx'
import { useShippingFacts } from '#app/platform/orders/delivery-note.tsx'
import { nextDelivery } from '#app/platform/orders/next-delivery.ts'
import { useUser } from '#app/platform/session/session.ts'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { FramedPicture } from '#app/platform/ui/framed.tsx'
import { departmentsQuery, useDepartments } from './departments.tsx'
import { ProductCard, accentStyle } from './product-card.tsx'
import { BuyBar } from './buy-bar.tsx'
import { productData } from './product-data.ts'
import { guideLinks } from './recipe-facts.tsx'
import { Origin } from './origin.tsx'
import { ProductLabel } from './product-label.tsx'
import { Pictures } from './pictures.tsx'
import { Reviews } from './reviews.tsx'
import { offerQuery, useBuy } from './use-buy.ts'
import label from './label.module.css'
import styles from './product.module.css'

type Params = { id?: string }

const productQuery = ({ id = '' }: Params) => ask(products.one, { params: { id } })
const similarQuery = ({ id = '' }: Params) => ask(products.similar, { params: { id } })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  try {
    return await askByAddress(
      { context, request },
      productPath,
      productQuery(params),
      similarQuery(params),
      nextDelivery,
      departmentsQuery,
      offerQuery,
      guideLinks,
    )
  } catch (error) {
    // The product may be a draft, which only admins can see. Documents are rendered without a session, so the browser
    // requests it again.
    if (isNotFoundResponse(error)) return data({ isMissing: true }, { status: 404 })
    throw error
  }
}

/** Whether the server's API answered 404. */
function isNotFoundResponse(error: unknown): boolean {
  return (error as { init?: { status?: number } | null } | null)?.init?.status === 404
}

export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  askBriefly(
    productQuery(params),
    similarQuery(params),
    nextDelivery,
    departmentsQuery,
    offerQuery,
    guideLinks,
  )

/** One product: pictures, label, reviews and other products. */
export default function ProductPage() {
  const isAdmin = useUser()?.isAdmin === true
  const isMissing = useLoaderData<{ isMissing?: boolean } | null>()?.isMissing === true
  const params = useParams()
  const query = useQuery({ ...productQuery(params), enabled: isAdmin || !isMissing })
  const { data: product, error, refetch } = query
  useAddress(product && productPath(product))
  if (isNotFound(error) || (isMissing && !product)) return <PageNotFound />
  if (product?.isDraft && !isAdmin) return <PageNotFound />
  return (
    <>
      <p className={`row-0-2 apart ${styles.back}`}>
        <Link to="/shop" className="reach">
          Go Back
        </Link>
        {product?.category === COFFEE_BEANS ? (
          <Link to={`/compare${compareQuery([product.slug || product._id])}`} className="reach">
            Compare
          </Link>
        ) : null}
      </p>
      {error && !product ? <LoadError error={error} retry={refetch} /> : null}
      {product ? <Shown key={product._id} product={product} similar={similarQuery(params)} /> : null}
      {!product && !error ? <ProductSkeleton /> : null}
    </>
  )
}

type ShownProps = { product: ProductWithReviews; similar: ReturnType<typeof similarQuery> }

function Shown({ product, similar }: ShownProps) {
  const department = useDepartments().find(({ categories }) => categories.includes(product.category))
  const origin = useOrigin()
  const selling = { ...useBusiness(), ...useShippingFacts(product) }
  const buy = useBuy(product)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <div style={accentStyle(product)}>
      <PageHead
        title={product.name}
        description={shortened(product.description) || undefined}
        path={productPath(product)}
        picture={product.pictures.image}
        data={import.meta.env.SSR ? productData(product, origin, selling, department) : []}
        hidden={product.isDraft}
      />
      <article className={`grid align-top halves-48 ${styles.product}`}>
        <Pictures product={product} chosen={buy.size} />
        <ProductLabel product={product} work={product.work} buy={buy} button={button} />
      </article>
      <Origin of={product.grown} />
      <Reviews product={product} />
      <AlsoLiked similar={similar} />
      <BuyBar product={product} buy={buy} button={button} />
    </div>
  )
}

/** A placeholder of the same size as a product's page. It is shown until the product has been loaded. */
function ProductSkeleton() {
  return (
    <div className={`grid align-top halves-48 ${styles.product}`}>
      <output className="visually-hidden">Loading the product</output>
      <FramedPicture of={null} sizes="" />
      <div className={`stack-3 may-shrink break-words ${styles.label}`} aria-hidden="true">
        <p className={`${label.name} ${styles.blank}`}>Coffee</p>
        <div className={`${label.facts} ${styles.facts}`}>
          {[1, 2, 3, 4, 5, 6].map((row) => (
            <div key={row}>
              <span className={styles.blank}>Fact</span>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

/**
 * Two to four products of a similar taste, which fill their rows at every width. Renders nothing until they are loaded,
 * or if there are fewer than two.
 */
function AlsoLiked({ similar }: Pick<ShownProps, 'similar'>) {
  const { data: others = [] } = useQuery(similar)
  if (others.length < 2) return null
  return (
    <section className={`pad-top-4 rule ${styles.also}`}>
      <h2 className="below-4">You may also like</h2>
      <ul className={`grid halves ${styles.others}`} data-count={others.length}>
        {others.map((product) => (
          <li key={product._id}>
            <ProductCard product={product} level="h3" />
          </li>
        ))}
      </ul>
    </section>
  )
}
