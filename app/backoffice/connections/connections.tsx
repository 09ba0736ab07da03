import { AdminPage } from '#app/platform/admin/admin-page.tsx'
import { Tokens } from './tokens.tsx'
import { Webhooks } from './webhooks.tsx'

/** The Connections page, for owners: webhooks to other programs, and API tokens. */
export default function Connections() {
  return (
    <AdminPage>
      {() => (
        <div className="stack-6">
          <Webhooks />
          <Tokens />
        </div>
      )}
    </AdminPage>
  )
}
