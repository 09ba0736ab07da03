import { AdminPage } from '#app/platform/admin/admin-page.tsx'
import { Tokens } from './tokens.tsx'

/** The Connections page, for owners: the programs that may use the shop's API. */
export default function Connections() {
  return (
    <AdminPage>
      {() => (
        <div className="stack-6">
          <Tokens />
        </div>
      )}
    </AdminPage>
  )
}
