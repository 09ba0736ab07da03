import { formatDate } from '#shared/kernel/dates.ts'
import { weightNumber, weightText } from '#shared/kernel/weights.ts'
import type { ListedAccount } from '#shared/wholesale/api/accounts.ts'
import { useWeightUnits } from '#app/platform/admin/use-weight-units.ts'

type Props = { of: Pick<ListedAccount, 'months' | 'isBelow'> }

/** The coffee that an account ordered in the last months: 'Nov 12 lb so far, Oct 40 lb, Sep 38 lb, Aug 0 lb'. */
export function Ordered({ of: { months, isBelow } }: Props) {
  const { large } = useWeightUnits()
  const texts = months.map(({ month, grams }, index) => {
    const name = formatDate(`${month}-01`, 'month').split(' ')[0]!.slice(0, 3)
    return `${name} ${weightText(grams, large)}${index === 0 ? ' so far' : ''}`
  })
  return (
    <>
      {texts.join(', ')}
      {isBelow ? <span className="alarm"> Below the promise</span> : null}
    </>
  )
}

/** The same for a cell of a table, in the unit of the promise: 'now 12, before 40, 38, 0'. */
export function OrderedShort({ of: { months, isBelow } }: Props) {
  const { large } = useWeightUnits()
  const [now, ...before] = months.map(({ grams }) => weightNumber(grams, large))
  return (
    <div className={isBelow ? 'small alarm' : 'small soft'}>
      now {now}, before {before.join(', ')}
    </div>
  )
}
