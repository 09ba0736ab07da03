import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { settings } from '#shared/platform/api/settings.ts'
import { grindingFields } from '#shared/platform/settings/grinding.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh, UNCACHED_FORM } from '#app/platform/api/query.ts'
import { focusHeading } from '#app/platform/layout/focus-heading.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { AdminPage, AdminResource } from '#app/platform/admin/admin-page.tsx'
import { ResourceFields, ResourceForm } from '#app/platform/admin/form/resource-form.tsx'
import { useResourceForm } from '#app/platform/admin/form/use-resource-form.ts'

const LIST = '/admin/productlist'

/** The grinds that buyers can choose from. */
export default function GrindingPage() {
  const answer = useQuery({ ...ask(settings.grinding, {}), ...UNCACHED_FORM })
  const reload = async () => {
    await answer.refetch()
    focusHeading()
  }
  return (
    <AdminPage
      actions={
        <ButtonLink look="quiet" to="/admin/record?subject=setting&id=grinding">
          Change log
        </ButtonLink>
      }
    >
      {() => (
        <AdminResource answer={answer} what="grinding" gone="There are no grinds." list={LIST}>
          {(saved) => <GrindingForm saved={saved} reload={() => void reload()} />}
        </AdminResource>
      )}
    </AdminPage>
  )
}

function GrindingForm({ saved, reload }: { saved: Reply<typeof settings.grinding>; reload: () => void }) {
  const client = useQueryClient()
  const form = useResourceForm({
    what: 'grinding',
    fields: grindingFields,
    saved,
    send: (body) => call(settings.saveGrinding, { body }),
    onSaved: async () => {
      toast.success('Grinding updated')
      await refresh(client, 'settings', 'products')
    },
  })
  return (
    <ResourceForm what="grinding" form={form} reload={reload}>
      <ResourceFields of={grindingFields} form={form} />
    </ResourceForm>
  )
}
