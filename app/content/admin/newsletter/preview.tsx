import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { newsletters, type Newsletter } from '#shared/content/api/newsletters.ts'
import { call } from '#app/platform/api/call.ts'
import { useSettled } from '#app/platform/admin/use-settled.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { Choice } from '../site-page/preview.tsx'
import styles from './newsletter.module.css'

/** In pixels; null for the plain text. */
const VIEWS = { Phone: 390, Tablet: 600, Computer: 760, 'Plain text': null } as const
type View = keyof typeof VIEWS

/** The mail as it is written now, at three widths and as plain text, and the button that mails it to the admin. */
export function Preview({
  of: { subject, preview, blocks },
}: {
  of: Pick<Newsletter, 'subject' | 'preview' | 'blocks'>
}) {
  const [view, setView] = useState<View>('Phone')
  const body = useSettled({ subject, preview, blocks: blocks.filter(isFilled) })
  const isReady = subject.trim() !== ''
  const rendered = useQuery({
    queryKey: ['newsletters', 'preview', body],
    queryFn: () => call(newsletters.preview, { body }),
    enabled: isReady,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const test = useMutation({
    mutationFn: () => call(newsletters.test, { body }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(error.message),
  })
  const width = VIEWS[view]
  return (
    <section className={`stack-3 packed may-shrink ${styles.preview}`} aria-label="Preview">
      <Choice label="Format of the email" of={Object.keys(VIEWS) as View[]} value={view} change={setView} />
      {isReady ? null : <p>Enter a subject to see the preview.</p>}
      {rendered.error ? <p role="status">{rendered.error.message}</p> : null}
      {rendered.data && width === null ? (
        <pre className={`pad-2 box pre-wrap ${styles.plain}`}>{rendered.data.text}</pre>
      ) : null}
      {rendered.data && width !== null ? (
        <iframe
          title="Preview of the newsletter"
          sandbox="allow-same-origin"
          srcDoc={rendered.data.html}
          className={`full-width box ${styles.frame}`}
          style={{ maxWidth: width }}
        />
      ) : null}
      <div>
        <Button look="line" busy={test.isPending} disabled={!isReady} onClick={() => test.mutate()}>
          Send a test to me
        </Button>
      </div>
    </section>
  )
}

/** Whether a part has everything that the mail needs. The preview leaves out other parts. */
function isFilled(block: Newsletter['blocks'][number]): boolean {
  switch (block.kind) {
    case 'heading':
      return block.text.trim() !== ''
    case 'text':
      return block.markdown.trim() !== ''
    case 'picture':
      return block.file !== ''
    case 'product':
      return block.product !== ''
  }
}
