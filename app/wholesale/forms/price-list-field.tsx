import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { priceLists } from '#shared/wholesale/api/price-lists.ts'
import { ask } from '#app/platform/api/query.ts'
import { SelectField } from '#app/platform/ui/field.tsx'
import type { Problems } from '#app/platform/ui/use-problems.ts'

type Form = {
  values: { priceList: string }
  problems: Problems
  change: (changes: { priceList: string }) => void
}

/** The price list of an account, by its name. */
export function PriceListField({ form }: { form: Form }) {
  const value = form.values.priceList
  const problem = form.problems['priceList']
  const lists = useQuery(ask(priceLists.list, {})).data?.priceLists ?? []
  return (
    <div className="measure-form">
      <SelectField
        label="Price list"
        value={value}
        {...(problem ? { problem } : {})}
        onChange={({ target }) => form.change({ priceList: target.value })}
        hint={
          <>
            A price of the list wins over the percentage. <Link to="/admin/price-lists">Price lists</Link>
          </>
        }
      >
        <option value="">None</option>
        {lists.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
        {value !== '' && !lists.some(({ _id }) => _id === value) ? <option value={value}>…</option> : null}
      </SelectField>
    </div>
  )
}
