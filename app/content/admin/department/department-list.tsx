import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { departments, type CountedDepartment } from '#shared/content/api/departments.ts'
import { formatNumber } from '#shared/kernel/counts.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { RowActions, type Column, Table } from '#app/platform/ui/table.tsx'
import { AdminPage } from '#app/platform/admin/admin-page.tsx'
import { DeleteButton } from '#app/platform/admin/delete-button.tsx'
import { NEW } from '#app/platform/admin/form/edit-page.tsx'
import { uniqueNames } from '#app/platform/admin/unique-names.ts'

export const LIST = '/admin/departments'

/** The departments of the shop. */
export default function DepartmentList() {
  return (
    <AdminPage
      title="Departments"
      actions={<ButtonLink to={`${LIST}/${NEW}/edit`}>Add department</ButtonLink>}
    >
      {() => <List />}
    </AdminPage>
  )
}

function List() {
  const list = useQuery({ ...ask(departments.list, {}), staleTime: 0 })
  if (list.isError) return <LoadError error={list.error} retry={list.refetch} />
  if (list.data?.length === 0) return <p>No departments yet: the shop shows all products in one list.</p>
  return list.data ? (
    <Table label="Departments" columns={columnsOf(list.data)} rows={list.data} keyOf={({ _id }) => _id} />
  ) : null
}

function columnsOf(listed: CountedDepartment[]): Column<CountedDepartment>[] {
  const label = uniqueNames(listed)
  return [
    {
      name: 'NAME',
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
    { name: 'PRODUCTS', of: ({ products }) => formatNumber(products), align: 'end' },
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
