import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ledger, type Statement } from '#shared/wholesale/api/ledger.ts'
import { AGES, AGE_NAMES } from '#shared/wholesale/papers.ts'
import { urlOf } from '#shared/platform/api/url.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { addDays } from '#shared/kernel/days.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { ask } from '#app/platform/api/query.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'

/** The statement of an account between two days. */
export function StatementPart({ id }: { id: string }) {
  const { today } = useBusiness()
  const [from, setFrom] = useState(() => addDays(today, -30))
  const [until, setUntil] = useState(today)
  const span = { from, until }
  const answer = useQuery({
    ...ask(ledger.statement, { params: { id }, query: span }),
    placeholderData: keepPreviousData,
    enabled: from !== '' && until !== '',
  })
  return (
    <section className="stack-2" aria-labelledby="statement">
      <h2 id="statement">Statement</h2>
      <div className="row-1-2 align-bottom">
        <Field
          label="From"
          type="date"
          value={from}
          unmarked
          onChange={({ target }) => setFrom(target.value)}
        />
        <Field
          label="Until"
          type="date"
          value={until}
          unmarked
          onChange={({ target }) => setUntil(target.value)}
        />
        <ButtonLink
          look="line"
          to={urlOf(ledger.statementFile, { params: { id }, query: span })}
          reloadDocument
          download
        >
          Statement (PDF)
        </ButtonLink>
      </div>
      {answer.error ? <LoadError error={answer.error} retry={answer.refetch} /> : null}
      {answer.data ? <Moves statement={answer.data} /> : null}
    </section>
  )
}

function Moves({ statement: { opening, moves, closing, ages } }: { statement: Statement }) {
  const rows = moves.map((move, index) => ({ ...move, key: String(index) }))
  const late = AGES.filter((age) => ages[age] > 0).map(
    (age) => `${AGE_NAMES[age]}: ${formatDollars(ages[age])}`,
  )
  return (
    <>
      <p>Opening balance: {formatDollars(opening)}</p>
      {rows.length > 0 ? (
        <Table label="Statement" columns={COLUMNS} rows={rows} keyOf={({ key }) => key} />
      ) : (
        <p className="soft">Nothing moved.</p>
      )}
      <p>Closing balance: {formatDollars(closing)}</p>
      <p className="soft">
        {[...late, ...(ages.credit > 0 ? [`Credit: ${formatDollars(ages.credit)}`] : [])].join(' · ')}
      </p>
    </>
  )
}

const COLUMNS: Column<Statement['moves'][number] & { key: string }>[] = [
  {
    name: 'WHAT',
    of: ({ text, detail }) => [text, detail].filter(Boolean).join(' · '),
    rowHeader: true,
    title: true,
  },
  { name: 'WHEN', of: ({ day }) => formatDate(day, 'shortDay'), inline: true, noWrap: true },
  {
    name: 'AMOUNT',
    of: ({ amount }) => <Money dollars={amount} />,
    align: 'end',
    inline: true,
    noWrap: true,
  },
  {
    name: 'BALANCE',
    of: ({ balance }) => <Money dollars={balance} />,
    align: 'end',
    inline: true,
    noWrap: true,
  },
]
