import { useQuery } from '@tanstack/react-query'
import { Link, data, useParams, type ClientLoaderFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { products, type ProductWithReviews } from '#shared/api/products.ts'
import { isNotFound } from '../../api/call.ts'
import { useOrigin } from '../../api/origin.ts'
import { askOnServer } from '../../api/prefetch.ts'
import { ask } from '../../api/query.ts'
import { NothingHere } from '../../layout/error-page.tsx'
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
import { askSoon } from './soon.ts'

type Params = { id?: string }

const wanted = ({ id = '' }: Params) => ask(products.one, { params: { id } })
const top = ask(products.top, {})

export async function loader({ context, params }: LoaderFunctionArgs) {
  const query = wanted(params)
  const answers = await askOnServer(context, query, top)
  const product = answers.dehydrated.queries[0]?.state.data as ProductWithReviews | undefined
  // A draft is not there; its admin, whom only the browser knows, may look at it all the same.
  return product?.isDraft ? data(answers, { status: 404 }) : answers
}

export const clientLoader = (args: ClientLoaderFunctionArgs) => askSoon(args, wanted(args.params), top)

/** One product: its pictures, its label, what was said of it. */
export default function ProductPage() {
  const user = useUser()
  const { data: product, error, refetch } = useQuery(wanted(useParams()))
  if (product?.isDraft && !user?.isAdmin) return <NothingHere />
  if (isNotFound(error)) return <NothingHere />
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
