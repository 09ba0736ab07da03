import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, useId, useEffect, useRef } from 'react'
import { menu } from '#shared/content/api/menu.ts'
import { UNCACHED_FORM, ask, refresh } from '#app/platform/api/query.ts'
import { ButtonLink, Button } from '#app/platform/ui/button.tsx'
import { Spinner } from '#app/platform/ui/spinner.tsx'
import { AdminPage } from '#app/platform/admin/admin-page.tsx'
import { MenuPages } from './menu-pages.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { AllowedButton } from '#app/platform/admin/allowed-link.tsx'
import { call } from '#app/platform/api/call.ts'
import { Picker, UploadProgress } from '#app/platform/admin/pictures/picker.tsx'
import { useUpload } from '#app/platform/admin/pictures/use-upload.ts'
import styles from './menu.module.css'
import { plural } from '#shared/kernel/counts.ts'

/** The menu editor: upload a whole new menu, or change the order and the texts of the current one. */
export default function MenuEdit() {
  return (
    <AdminPage
      actions={
        <>
          <AllowedButton look="quiet" to="/admin/record?subject=menu">
            Change log
          </AllowedButton>
          <ButtonLink look="line" to="/menu">
            View on the site
          </ButtonLink>
        </>
      }
    >
      {() => <Editor />}
    </AdminPage>
  )
}

function Editor() {
  // Never stale, because an automatic refetch must not change the editor while it is in use.
  const answer = useQuery({ ...ask(menu.editor, {}), ...UNCACHED_FORM, staleTime: Infinity })
  const [files, setFiles] = useState<readonly File[]>([])
  // The editor stays even if a later request fails, because it may have unsaved changes.
  if (!answer.data) {
    if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
    return <Spinner what="Loading the menu" />
  }
  return (
    <>
      <NewMenu files={files} choose={setFiles} />
      <MenuPages menu={answer.data} reload={() => answer.refetch()} hasOtherUnsaved={files.length > 0} />
    </>
  )
}

/** Uploads all pictures of a new menu together. Visitors see the old menu until the new menu is complete. */
function NewMenu({ files, choose }: { files: readonly File[]; choose: (files: readonly File[]) => void }) {
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

/** A preview of the chosen files, in their order, before the upload. */
function ChosenFiles({ files }: { files: readonly File[] }) {
  if (files.length === 0) return null
  return (
    <>
      <ul className={`row-2 ${styles.chosen}`} aria-label="Chosen files">
        {files.map((file) => (
          <li key={`${file.name} ${file.lastModified}`} className="grid break-words">
            <Thumbnail of={file} />
            <span>{file.name}</span>
          </li>
        ))}
      </ul>
      <p>Upload replaces all pages below with {plural(files.length, 'this one', `these ${files.length}`)}.</p>
    </>
  )
}

const HEIGHT = 96

/** A preview on a canvas, because the Content-Security-Policy blocks blob URLs. Empty if the file is not a picture. */
function Thumbnail({ of: file }: { of: File }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let isShown = true
    const draw = async () => {
      const picture = await createImageBitmap(file, { resizeHeight: HEIGHT * 2 })
      const { current } = canvas
      if (current && isShown) {
        current.width = picture.width
        current.height = picture.height
        current.getContext('2d')?.drawImage(picture, 0, 0)
      }
      picture.close()
    }
    draw().catch(() => undefined)
    return () => {
      isShown = false
    }
  }, [file])
  return (
    <canvas
      ref={canvas}
      className={`self-left box-soft ${styles.thumbnail}`}
      aria-hidden="true"
      width={1}
      height={1}
    />
  )
}
