import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { roasts, type ListedRoast } from '#shared/roastery/api/recipes.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { RowActions, type Column } from '#app/platform/ui/table.tsx'
import { WholeList } from '#app/platform/admin/list/whole-list.tsx'
import { AdminPage } from '#app/platform/admin/admin-page.tsx'
import { DeleteButton } from '#app/platform/admin/delete-button.tsx'
import { NEW } from '#app/platform/admin/form/edit-page.tsx'
import styles from './recipe.module.css'

export const LIST = '/admin/roasts'

/** All roasts, with their green coffee and their loss of weight. */
export default function RoastList() {
  return (
    <AdminPage actions={<ButtonLink to={`${LIST}/${NEW}/edit`}>Add roast</ButtonLink>}>
      {() => <List />}
    </AdminPage>
  )
}

function List() {
  const answer = useQuery(ask(roasts.list, {}))
  return (
    <>
      <p className="measure">
        A roast is the green coffee that goes into the drum together: one lot, or percentages of several lots.{' '}
        <Link to="/admin/recipes">Into the bag</Link> has the roasts of each coffee.
      </p>
      <WholeList
        answer={answer}
        what="roasts"
        base={LIST}
        columns={COLUMNS}
        keyOf={({ _id }) => _id}
        empty={NO_ROASTS}
      />
    </>
  )
}

const NO_ROASTS = {
  kind: 'first',
  text: (
    <>
      No roasts yet. Add a lot of <Link to="/admin/green-coffee">green coffee</Link> first, then a roast of
      it.
    </>
  ),
} as const

const COLUMNS: Column<ListedRoast>[] = [
  {
    name: 'ROAST',
    sort: 'name',
    by: ({ name }) => name,
    of: ({ _id, name, profile }) => (
      <>
        <Link to={`${LIST}/${_id}/edit`}>{name}</Link>
        {profile ? <div>{profile}</div> : null}
      </>
    ),
    rowHeader: true,
    title: true,
  },
  { name: 'GREEN COFFEE', of: (roast) => <Greens of={roast} />, wide: true },
  { name: 'LOSS', sort: 'loss', by: ({ usedLoss }) => usedLoss, of: lossText, align: 'end', noWrap: true },
  {
    name: 'IN COFFEES',
    of: ({ coffees }) =>
      coffees.length === 0
        ? '—'
        : coffees.map(({ _id, name }) => (
            <div key={_id} data-several>
              <Link to={`/admin/recipes/${_id}/edit`}>{name}</Link>
            </div>
          )),
  },
  {
    name: 'ACTIONS',
    hideName: true,
    align: 'end',
    of: ({ _id, name, coffees }) => (
      <RowActions>
        <ButtonLink look="quiet" to={`${LIST}/${_id}/edit`} aria-label={`Edit ${name}`}>
          Edit
        </ButtonLink>
        {coffees.length > 0 ? null : (
          <DeleteButton
            name={name}
            remove={() => call(roasts.remove, { params: { id: _id } })}
            done="Roast deleted"
            of={['roasts', 'green']}
          />
        )}
      </RowActions>
    ),
  },
]

/** The lots with their percentages. A lot that is used up has a link to the form, where it can be replaced. */
function Greens({ of: { _id: id, lots } }: { of: ListedRoast }) {
  return lots.map((lot) => (
    <div key={lot._id} data-several>
      {lot.percent}% <Link to={`/admin/green-coffee/${lot._id}`}>{lot.code}</Link> {lot.name}
      {lot.state === 'used up' || lot.state === 'archived' ? (
        <>
          {' '}
          <strong className={styles.mark}>used up</strong>,{' '}
          <Link to={`${LIST}/${id}/edit`} aria-label={`Replace ${lot.code}`}>
            replace it
          </Link>
        </>
      ) : lot.state === 'on the way' ? (
        ', on the way'
      ) : null}
    </div>
  ))
}

/** `15.2% of 7 batches`, or the expected loss. */
function lossText({ usedLoss, batches }: ListedRoast): string {
  return batches === 0 ? `${usedLoss}% expected` : `${usedLoss}% of ${batches} batches`
}
