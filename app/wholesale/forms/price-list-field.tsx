import { useQuery } from '@tanstack/react-query'
import { priceLists } from '#shared/wholesale/api/price-lists.ts'
import { ask } from '#app/platform/api/query.ts'
import { SelectField } from '#app/platform/ui/field.tsx'

type Props = { value: string; problem: string | undefined; change: (value: string) => void }

/** The price list of an account. */
export function PriceListField({ value, problem, change }: Props) {
  const lists = useQuery(ask(priceLists.list, {})).data?.priceLists ?? []
  return (
    <div className="measure-form">
      <SelectField
        label="Price list"
        name="priceList"
        unmarked
        hint={
          lists.length === 0
            ? 'There are none yet. Add one under Catalog, Price lists'
            : value === ''
              ? 'Without a list and without a percentage, the account can order nothing'
              : undefined
        }
        value={value}
        onChange={({ target }) => change(target.value)}
        {...(problem === undefined ? {} : { problem })}
      >
        <option value="">None</option>
        {lists.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
