import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { departments, type CountedDepartment } from '#shared/content/api/departments.ts'
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

export const LIST = '/admin/departments'

/** The departments of the shop. */
export default function DepartmentList() {
  return (
    <AdminPage actions={<ButtonLink to={`${LIST}/${NEW}/edit`}>Add department</ButtonLink>}>
      {() => <List />}
    </AdminPage>
  )
}

function List() {
  const list = useQuery({ ...ask(departments.list, {}), staleTime: 0 })
  return (
    <WholeList
      answer={list}
      what="departments"
      base={LIST}
      columns={columnsOf}
      keyOf={({ _id }) => _id}
      empty={{ kind: 'first', text: 'No departments yet: the shop shows all products in one list.' }}
    />
  )
}

function columnsOf(listed: CountedDepartment[]): Column<CountedDepartment>[] {
  const label = uniqueNames(listed)
  return [
    {
      name: 'NAME',
      sort: 'name',
      by: ({ name }) => name,
      of: (department) => (
        <Link to={`${LIST}/${department._id}/edit`} aria-label={label(department)}>
          {department.name}
        </Link>
      ),
      rowHeader: true,
      title: true,
    },
    { name: 'ADDRESS', of: ({ slug }) => <Link to={`/shop/${slug}`}>/shop/{slug}</Link>, inline: true },
    { name: 'CATEGORIES', of: ({ categories }) => categories.join(', ') },
    {
      name: 'PRODUCTS',
      sort: 'products',
      by: ({ products }) => products,
      of: ({ products }) => formatNumber(products),
      align: 'end',
    },
    {
      name: 'ACTIONS',
      of: (department) => (
        <RowActions>
          <ButtonLink
            look="quiet"
            to={`${LIST}/${department._id}/edit`}
            aria-label={`Edit ${label(department)}`}
          >
            Edit
          </ButtonLink>
          <DeleteButton
            name={label(department)}
            remove={() => call(departments.remove, { params: { id: department._id } })}
            done="Department deleted"
            of={['departments', 'products']}
          />
        </RowActions>
      ),
      hideName: true,
    },
  ]
}
