import { useQuery } from '@tanstack/react-query'
import {
  Link,
  data,
  useLoaderData,
  useParams,
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import { products, type ProductWithReviews } from '#shared/api/products.ts'
import { isNotFound } from '../../api/call.ts'
import { useOrigin } from '../../api/origin.ts'
import { askBriefly, askOnServer } from '../../api/prefetch.ts'
import { ask } from '../../api/query.ts'
import { PageNotFound } from '../../layout/error-page.tsx'
import { useUser } from '../../session/session.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { productData } from './product-data.ts'
import { ProductLabel } from './product-label.tsx'
import { Pictures } from './pictures.tsx'
import { Reviews } from './reviews.tsx'
import { AlsoLiked } from './also-liked.tsx'
import { ProductSkeleton } from './product-skeleton.tsx'
import styles from './product.module.css'

type Params = { id?: string }

const wanted = ({ id = '' }: Params) => ask(products.one, { params: { id } })
const top = ask(products.top, {})

export async function loader({ context, params }: LoaderFunctionArgs) {
  try {
    return await askOnServer(context, wanted(params), top)
  } catch (error) {
    // It may be a draft, which an admin may look at; only the browser knows who is signed in.
    if (isUnknown(error)) return data({ isMissing: true }, { status: 404 })
    throw error
  }
}

/** The server's API did not find the product. */
function isUnknown(error: unknown): boolean {
  return (error as { init?: { status?: number } | null } | null)?.init?.status === 404
}

export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => askBriefly(wanted(params), top)

/** One product: its pictures, its label, what was said of it. */
export default function ProductPage() {
  const isAdmin = useUser()?.isAdmin === true
  const isMissing = useLoaderData<{ isMissing?: boolean } | null>()?.isMissing === true
  const query = useQuery({ ...wanted(useParams()), enabled: isAdmin || !isMissing })
  const { data: product, error, refetch } = query
  if (isNotFound(error) || (isMissing && !product)) return <PageNotFound />
  if (product?.isDraft && !isAdmin) return <PageNotFound />
  return (
    <>
      <p className={styles.back}>
        <Link to="/shop">Go Back</Link>
      </p>
      {error && !product ? <Trouble error={error} retry={refetch} /> : null}
      {product ? <Shown key={product._id} product={product} /> : null}
      {!product && !error ? <ProductSkeleton /> : null}
    </>
  )
}

function Shown({ product }: { product: ProductWithReviews }) {
  return (
    <>
      <PageHead
        title={product.name}
        description={opening(product.description) || undefined}
        path={`/product/${product._id}`}
        picture={product.pictures.image}
        data={productData(product, useOrigin())}
        hidden={product.isDraft}
      />
      <article className={styles.product}>
        <Pictures product={product} />
        <ProductLabel product={product} />
      </article>
      <Reviews product={product} />
      <AlsoLiked except={product._id} />
    </>
  )
}

/** As much as a list of search results shows, in whole words. */
const OPENING = 155

function opening(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= OPENING ? line : `${line.slice(0, line.lastIndexOf(' ', OPENING))} …`
}
