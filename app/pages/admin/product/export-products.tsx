import { useMutation } from '@tanstack/react-query'
import { productAdmin } from '#shared/api/product-admin.ts'
import { saveFile } from '../../../api/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'

/** Saves the products that the list is narrowed to, as a file for a spreadsheet. */
export function ExportProducts({
  wanted,
  label = 'Export',
}: {
  wanted: Record<string, string | undefined>
  label?: string
}) {
  const save = useMutation({
    mutationFn: () => saveFile(productAdmin.export, { query: wanted }),
    onError: (error) => toast.error(error.message),
  })
  return (
    <Button look="quiet" busy={save.isPending} onClick={() => save.mutate()}>
      {label}
    </Button>
  )
}
