import { useQuery, useQueryClient } from '@tanstack/react-query'
import { departments, type Department } from '#shared/content/api/departments.ts'
import { productAdmin } from '#shared/catalog/api/product-admin.ts'
import { departmentFields } from '#shared/content/resources/department.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { EditPage, NEW, useEdited } from '#app/platform/admin/form/edit-page.tsx'
import { ResourceFields, ResourceForm } from '#app/platform/admin/form/resource-form.tsx'
import { useResourceForm } from '#app/platform/admin/form/use-resource-form.ts'
import { LIST } from './department-list.tsx'

const BLANK: Department = {
  _id: NEW,
  name: '',
  slug: '',
  heading: '',
  text: '',
  categories: [],
  place: 0,
  version: 0,
}

/** The page Edit Department. */
export default function EditDepartment() {
  const edited = useEdited(departments.one, { blank: BLANK })
  const saved = edited.answer.data
  return (
    <EditPage
      edited={edited}
      what="department"
      list={LIST}
      actions={
        saved ? (
          <ButtonLink look="quiet" to={`/shop/${saved.slug}`}>
            See it in the shop
          </ButtonLink>
        ) : null
      }
    >
      {(department, { reload }) => <DepartmentForm department={department} reload={reload} />}
    </EditPage>
  )
}

function DepartmentForm({ department, reload }: { department: Department; reload: () => void }) {
  const client = useQueryClient()
  const inUse = useQuery(ask(productAdmin.words, {})).data?.categories ?? []
  const isNew = department._id === NEW
  const form = useResourceForm({
    what: 'department',
    fields: departmentFields,
    saved: department,
    list: LIST,
    send: (body) =>
      isNew
        ? call(departments.create, { body })
        : call(departments.update, { params: { id: department._id }, body }),
    onSaved: () => {
      toast.success(isNew ? 'Department added' : 'Department updated')
      return refresh(client, 'departments', 'products')
    },
  })
  const { hint } = departmentFields.categories
  return (
    <ResourceForm what="department" form={form} reload={reload} submit={isNew ? 'Add' : 'Update'}>
      <ResourceFields
        of={departmentFields}
        form={form}
        hints={inUse.length > 0 ? { categories: `${hint}. In use: ${inUse.join(', ')}` } : {}}
      />
    </ResourceForm>
  )
}
