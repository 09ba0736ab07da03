import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { returnText, returnsOf } from '#shared/platform/returns.ts'
import { Link } from 'react-router'
import { useBusiness } from '#app/platform/api/business.ts'

/** How a product can be returned. Renders nothing if it cannot, or if the owner has not stated it. */
export function ReturnNote({ category }: { category: string }) {
  const policy = returnsOf(useBusiness().returns, category === COFFEE_BEANS)
  const text = returnText(policy)
  if (text === '') return null
  return (
    <p className="measure soft">
      {text} <Link to={policy.link || '/refundpolicy'}>Returns</Link>
    </p>
  )
}
