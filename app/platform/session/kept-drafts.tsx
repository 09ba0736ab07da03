import { Alert } from '../ui/alert.tsx'
import { draftsOf } from './drafts.ts'

/** Shows the unsaved input of a user who is no longer on the staff, so that it can be copied. */
export default function KeptDrafts({ userId }: { userId: string }) {
  return (
    <>
      <Alert tone="warning">
        <p>
          Your account is no longer on the staff, so you cannot save this. What you typed is kept until you
          close the tab. You can copy it here. If an owner gives you a role again, the form offers to restore
          it.
        </p>
      </Alert>
      <dl>
        {draftsOf(userId).map(({ id, texts }) => (
          <div key={id}>
            <dt>{id.replaceAll(':', ' ')}</dt>
            {texts.map((text) => (
              <dd key={text} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {text}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </>
  )
}
