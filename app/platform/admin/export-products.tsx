import { useMutation } from '@tanstack/react-query'
import { productAdmin } from '#shared/catalog/api/product-admin.ts'
import { saveFile } from '../api/save-file.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'

/** Downloads the filtered products as a CSV file. */
export function ExportProducts({
  filters,
  label = 'Export',
  look = 'quiet',
}: {
  filters: Record<string, string | undefined>
  label?: string
  look?: 'quiet' | 'line'
}) {
  const save = useMutation({
    mutationFn: () => saveFile(productAdmin.export, { query: filters }),
    onError: (error) => toast.error(error.message),
  })
  return (
    <Button look={look} busy={save.isPending} onClick={() => save.mutate()}>
      {label}
    </Button>
  )
}
