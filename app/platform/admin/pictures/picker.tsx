import { PICTURE_TYPES } from '#shared/platform/api/upload.ts'
import { Button } from '../../ui/button.tsx'
import { FileDrop } from '../file-drop.tsx'
import styles from './pictures.module.css'

/** A drop zone for several pictures. */
export function Picker({
  label,
  describedBy,
  onFiles,
}: {
  /** The text of the drop zone: 'Choose main images'. */
  label: string
  describedBy?: string
  onFiles: (files: File[]) => void
}) {
  return (
    <FileDrop
      choose={label}
      hint="or drop them here"
      name={label}
      accept={PICTURE_TYPES}
      multiple
      describedBy={describedBy}
      onFiles={onFiles}
    />
  )
}

/** The progress of an upload. At 100%, the server still has to process the pictures. */
export function UploadProgress({ of: part, what, stop }: { of: number; what: string; stop: () => void }) {
  return (
    <div className={`cluster ${styles.uploading}`}>
      <progress value={part} max={1} aria-label={`Uploading ${what}`} />
      <span>{part < 1 ? `Uploading, ${Math.round(part * 100)}%` : 'Preparing the pictures…'}</span>
      <Button look="quiet" onClick={stop}>
        Stop
      </Button>
    </div>
  )
}
