import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { departments, type CountedDepartment } from '#shared/api/departments.ts'
import { formatNumber } from '#shared/counts.ts'
import { call } from '../../../api/call.ts'
import { ask } from '../../../api/query.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { AdminPage } from '../admin-page.tsx'
import { DeleteButton } from '../delete-button.tsx'
import { NEW } from '../form/edit-page.tsx'
import { uniqueNames } from '../unique-names.ts'

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
        <>
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
        </>
      ),
      hideName: true,
    },
  ]
}
