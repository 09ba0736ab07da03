import { useQuery, useQueryClient } from '@tanstack/react-query'
import { settings, type SavedGrinding } from '#shared/api/settings.ts'
import { grindingFields } from '#shared/resources/grinding.ts'
import { call } from '../../../api/call.ts'
import { ask, refresh, UNCACHED_FORM } from '../../../api/query.ts'
import { focusHeading } from '../../../layout/focus-heading.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { AdminPage, AdminResource } from '../admin-page.tsx'
import { ResourceFields, ResourceForm } from '../form/resource-form.tsx'
import { useResourceForm } from '../form/use-resource-form.ts'

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
      title="Grinding"
      back={{ to: LIST, title: 'Go Back' }}
      actions={
        <ButtonLink look="quiet" to="/admin/record?subject=setting&id=grinding">
          Record
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

function GrindingForm({ saved, reload }: { saved: SavedGrinding; reload: () => void }) {
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
