import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { menu } from '#shared/content/api/menu.ts'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Picker, UploadProgress } from '#app/platform/admin/pictures/picker.tsx'
import { useUpload } from '#app/platform/admin/pictures/use-upload.ts'
import { ChosenFiles } from './chosen-files.tsx'
import styles from './menu.module.css'

/** Uploads all pictures of a new menu together. Visitors see the old menu until the new menu is complete. */
export function NewMenu({
  files,
  choose,
}: {
  files: readonly File[]
  choose: (files: readonly File[]) => void
}) {
  const client = useQueryClient()
  const id = useId()
  const { progress, problem, send, stop } = useUpload(menu.replace, {
    // Tells the server that a new menu will follow. Visitors see the old menu until the new menu is complete.
    prepare: () => call(menu.clear, {}),
    onStored: () => {
      choose([])
      void refresh(client, 'upload')
    },
  })
  return (
    <section className={`stack-2 measure-form ${styles.new}`} aria-labelledby={`${id}-new`}>
      <h2 id={`${id}-new`}>New menu</h2>
      <p className="soft">
        Choose the pictures of all pages, in their order. Each picture gets the title of the page it replaces,
        and also its text if you confirm that the text still fits.
      </p>
      {progress === null ? (
        <Picker label="Choose the menu’s pages" describedBy={problem ? id : undefined} onFiles={choose} />
      ) : (
        <UploadProgress of={progress} what="the menu" stop={stop} />
      )}
      <ChosenFiles files={files} />
      {problem ? (
        <p id={id} className="alarm" role="alert">
          {problem} The old menu is still shown.
        </p>
      ) : null}
      <Button
        className={styles.button}
        busy={progress !== null}
        disabled={files.length === 0}
        onClick={() => send(files)}
      >
        Upload
      </Button>
    </section>
  )
}
