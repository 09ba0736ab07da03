import { Alert } from '../ui/alert.tsx'
import { draftsOf } from './drafts.ts'

/** Unsaved input of a user who is not on the staff any more, to copy. */
export default function KeptDrafts({ userId }: { userId: string }) {
  return (
    <>
      <Alert tone="warning">
        <p>
          Your account is not on the staff any more, so you cannot save this. What you typed is kept until you
          close the tab: copy it here. If an owner gives you a role again, the form offers it.
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
