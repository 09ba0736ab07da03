import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { recipes, type ListedRecipe } from '#shared/roastery/api/recipes.ts'
import { counted } from '#shared/kernel/counts.ts'
import { ask } from '#app/platform/api/query.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { type Column } from '#app/platform/ui/table.tsx'
import { EmptyState } from '#app/platform/ui/empty-state.tsx'
import { WholeTable } from '#app/platform/admin/list/whole-list.tsx'
import { AdminLoading, AdminPage } from '#app/platform/admin/admin-page.tsx'
import styles from './recipe.module.css'

export const LIST = '/admin/recipes'

/** All coffees, with the roasts that are in their bags. */
export default function RecipeList() {
  return <AdminPage>{() => <List />}</AdminPage>
}

function List() {
  const answer = useQuery(ask(recipes.list, {}))
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  if (!answer.data) return <AdminLoading what="recipes" />
  const missing = answer.data.filter(isMissing).length
  return (
    <>
      <p className="measure">
        A recipe says which <Link to="/admin/roasts">roasts</Link> are in the bag of a coffee: one, or several
        that are blended after roasting.
      </p>
      {missing > 0 ? (
        <Alert tone="warning">
          <p>
            {counted(missing, 'coffee is', 'coffees are')} roasted to order and without a recipe. Their orders
            cannot be planned.
          </p>
        </Alert>
      ) : null}
      {answer.data.length === 0 ? (
        <EmptyState
          kind="first"
          text="The shop has no coffee yet."
          action={<Link to="/admin/productlist">Products</Link>}
        />
      ) : (
        <WholeTable
          base={LIST}
          label="Recipes"
          columns={COLUMNS}
          rows={answer.data}
          keyOf={({ _id }) => _id}
        />
      )}
    </>
  )
}

function isMissing({ isRoastedToOrder, version }: ListedRecipe): boolean {
  return isRoastedToOrder && version === 0
}

const COLUMNS: Column<ListedRecipe>[] = [
  {
    name: 'COFFEE',
    sort: 'coffee',
    by: ({ name }) => name,
    of: ({ _id, name, isHidden }) => (
      <>
        <Link to={`${LIST}/${_id}/edit`}>{name}</Link>
        {isHidden ? <div>Hidden in the shop</div> : null}
      </>
    ),
    rowHeader: true,
    title: true,
  },
  {
    name: 'RECIPE',
    of: (recipe) =>
      recipe.version > 0 ? (
        recipe.parts.map(({ _id, name, percent }) => (
          <div key={_id}>
            {percent}% {name}
          </div>
        ))
      ) : isMissing(recipe) ? (
        <strong className={styles.mark}>missing</strong>
      ) : (
        '—'
      ),
    wide: true,
  },
  {
    name: 'SOLD',
    sort: 'sold',
    by: ({ isRoastedToOrder }) => (isRoastedToOrder ? 0 : 1),
    of: ({ isRoastedToOrder }) => (isRoastedToOrder ? 'Roasted to order' : 'From stock'),
    inline: true,
  },
]
