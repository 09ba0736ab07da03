import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { media, type Medium } from '#shared/content/api/media.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { AdminPage } from '#app/platform/admin/admin-page.tsx'
import { FocalPoint } from '#app/platform/admin/pictures/focal-point.tsx'
import { Library } from '#app/platform/admin/pictures/library.tsx'
import { Picker, UploadProgress } from '#app/platform/admin/pictures/picker.tsx'
import { useUpload } from '#app/platform/admin/pictures/use-upload.ts'
import styles from './media.module.css'

/** The media library: the pictures that pages can show. */
export default function MediaLibrary() {
  return (
    <AdminPage
      actions={
        <ButtonLink look="line" to="/admin/pages">
          Pages
        </ButtonLink>
      }
    >
      {() => <Pictures />}
    </AdminPage>
  )
}

function Pictures() {
  const client = useQueryClient()
  const { data: list = [] } = useQuery(ask(media.list, {}))
  const [file, setFile] = useState('')
  /** Whether the chosen picture has a description that is not saved. */
  const isTyping = useRef(false)
  const onTyping = useCallback((is: boolean) => void (isTyping.current = is), [])
  const chosen = list.find((picture) => picture.file === file)
  const { progress, problem, send, stop } = useUpload(media.upload, {
    onStored: (reply) => {
      void refresh(client, 'media')
      if (!isTyping.current) setFile(reply.media[0]?.file ?? '')
    },
  })
  return (
    <div className={`stack-4 ${styles.media}`}>
      <div className="stack-2 packed">
        {progress === null ? (
          <Picker label="Add pictures" onFiles={send} />
        ) : (
          <UploadProgress of={progress} what="the pictures" stop={stop} />
        )}
        {problem ? <p role="alert">{problem}</p> : null}
        {chosen ? (
          <Details key={`${chosen.file}-${chosen.version}`} of={chosen} onTyping={onTyping} />
        ) : (
          <p>Choose a picture to describe it, or to see which pages show it.</p>
        )}
      </div>
      <Library choose={(picture) => setFile(picture.file)} chosen={file} />
    </div>
  )
}

/**
 * The description and the focal point of a picture. For a picture that is part of the software, they cannot be changed.
 */
function Details({ of: picture, onTyping }: { of: Medium; onTyping: (isTyping: boolean) => void }) {
  const { _id: id, facts, usedOn, version } = picture
  const client = useQueryClient()
  const [alt, setAlt] = useState(picture.alt)
  const [at, setAt] = useState({ x: picture.x, y: picture.y })
  const isTyping = alt !== picture.alt
  useEffect(() => {
    onTyping(isTyping)
    return () => onTyping(false)
  }, [isTyping, onTyping])
  const after = (text: string) => ({
    onSuccess: async () => {
      toast.success(text)
      await refresh(client, 'media')
    },
    onError: (error: Error) => toast.error(error.message),
  })
  const saving = useMutation({
    mutationFn: () => call(media.update, { params: { id }, body: { alt, ...at, version } }),
    ...after('Picture saved'),
  })
  const removing = useMutation({
    mutationFn: () => call(media.remove, { params: { id } }),
    ...after('Picture removed from the library'),
  })
  const remove = () => {
    // oxlint-disable-next-line no-alert -- as before every deletion in the admin
    if (confirm('Remove this picture from the library?')) removing.mutate()
  }
  return (
    <section className="stack-2 packed" aria-label="Chosen picture">
      <FocalPoint facts={facts} {...at} change={id ? (x, y) => setAt({ x, y }) : undefined} />
      <p>{usedOn.length > 0 ? `On these pages: ${usedOn.join(', ')}` : 'On no page'}</p>
      {id ? (
        <>
          <Field
            label="Description (alt text)"
            hint="What the picture shows. A page copies it when you choose the picture there"
            value={alt}
            unmarked
            maxLength={300}
            dir="auto"
            onChange={(event) => setAlt(event.target.value)}
          />
          <div className="row-2">
            <Button busy={saving.isPending} onClick={() => saving.mutate()}>
              Save
            </Button>
            <Button look="quiet" busy={removing.isPending} onClick={remove}>
              Remove
            </Button>
          </div>
        </>
      ) : (
        <p>{picture.alt} This picture is part of the software and cannot be changed.</p>
      )}
    </section>
  )
}
