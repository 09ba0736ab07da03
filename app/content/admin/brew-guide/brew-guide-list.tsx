import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { brewGuides, type BrewGuide } from '#shared/content/api/brew-guides.ts'
import { doneText } from '#shared/content/brew-recipe.ts'
import { formatNumber } from '#shared/kernel/counts.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { WholeList } from '#app/platform/admin/list/whole-list.tsx'
import { RowActions, type Column } from '#app/platform/ui/table.tsx'
import { AdminPage } from '#app/platform/admin/admin-page.tsx'
import { DeleteButton } from '#app/platform/admin/delete-button.tsx'
import { NEW } from '#app/platform/admin/form/edit-page.tsx'
import { uniqueNames } from '#app/platform/admin/unique-names.ts'

export const LIST = '/admin/brew-guides'

/** The brew guides of the shop. */
export default function BrewGuideList() {
  return (
    <AdminPage actions={<ButtonLink to={`${LIST}/${NEW}/edit`}>Add brew guide</ButtonLink>}>
      {() => <List />}
    </AdminPage>
  )
}

function List() {
  const list = useQuery({ ...ask(brewGuides.list, {}), staleTime: 0 })
  return (
    <WholeList
      answer={list}
      what="brew guides"
      base={LIST}
      columns={columnsOf}
      keyOf={({ _id }) => _id}
      empty={{ kind: 'first', text: 'No brew guides yet: coffees and mails link to none.' }}
    />
  )
}

function columnsOf(listed: BrewGuide[]): Column<BrewGuide>[] {
  const label = uniqueNames(listed)
  return [
    {
      name: 'NAME',
      sort: 'name',
      by: ({ name }) => name,
      of: (guide) => (
        <Link to={`${LIST}/${guide._id}/edit`} aria-label={label(guide)}>
          {guide.name}
        </Link>
      ),
      rowHeader: true,
      title: true,
    },
    { name: 'ADDRESS', of: ({ slug }) => <Link to={`/brew/${slug}`}>/brew/{slug}</Link>, inline: true },
    {
      name: 'RECIPE',
      of: (guide) => `${formatNumber(guide.dose)} g, ${formatNumber(guide.water)} g, ${doneText(guide)}`,
    },
    {
      name: 'STEPS',
      sort: 'steps',
      by: ({ steps }) => steps.length,
      of: ({ steps }) => formatNumber(steps.length),
      align: 'end',
    },
    {
      name: 'ACTIONS',
      of: (guide) => (
        <RowActions>
          <ButtonLink look="quiet" to={`${LIST}/${guide._id}/edit`} aria-label={`Edit ${label(guide)}`}>
            Edit
          </ButtonLink>
          <DeleteButton
            name={label(guide)}
            remove={() => call(brewGuides.remove, { params: { id: guide._id } })}
            done="Brew guide deleted"
            of={['brew-guides', 'products']}
          />
        </RowActions>
      ),
      hideName: true,
    },
  ]
}
