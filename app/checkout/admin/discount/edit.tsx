import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { discounts, type DiscountCode } from '#shared/checkout/api/discounts.ts'
import { productAdmin } from '#shared/catalog/api/product-admin.ts'
import { formatNumber } from '#shared/kernel/counts.ts'
import { applies, namesOf } from '#shared/platform/resources/described.ts'
import { discountCodeFields, normalCode } from '#shared/checkout/resources/discount-code.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { saveFile } from '#app/platform/api/save-file.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { EditPage, NEW, useEdited } from '#app/platform/admin/form/edit-page.tsx'
import { ResourceFields, ResourceForm } from '#app/platform/admin/form/resource-form.tsx'
import { useResourceForm } from '#app/platform/admin/form/use-resource-form.ts'
import { ProductsField } from '#app/platform/admin/form/products-field.tsx'
import { LIST } from './code-list.tsx'

const BLANK: DiscountCode = {
  _id: NEW,
  code: '',
  note: '',
  kind: 'Percentage',
  percent: 10,
  amount: null,
  categories: [],
  products: [],
  minimum: null,
  startsOn: '',
  endsOn: '',
  firstOrderOnly: false,
  perPerson: null,
  total: null,
  isOff: false,
  used: 0,
  version: 0,
}

/** The page Edit Discount code. */
export default function EditCode() {
  const edited = useEdited(discounts.one, { blank: BLANK })
  const saved = edited.answer.data
  return (
    <EditPage
      edited={edited}
      what="discount"
      list={LIST}
      actions={saved && saved._id !== NEW ? <Uses of={saved} /> : null}
    >
      {(code, { reload }) => <CodeForm code={code} reload={reload} />}
    </EditPage>
  )
}

/** The number of uses, and the file with the orders. */
function Uses({ of: { _id: id, used } }: { of: DiscountCode }) {
  const saving = useMutation({
    mutationFn: () => saveFile(discounts.exportUses, { params: { id } }),
    onError: (error) => toast.error(error.message),
  })
  return (
    <Button look="quiet" busy={saving.isPending} onClick={() => saving.mutate()}>
      Download the uses ({formatNumber(used)})
    </Button>
  )
}

function CodeForm({ code, reload }: { code: DiscountCode; reload: () => void }) {
  const client = useQueryClient()
  const inUse = useQuery(ask(productAdmin.words, {})).data?.categories ?? []
  const isNew = code._id === NEW
  const form = useResourceForm({
    what: 'discount code',
    fields: discountCodeFields,
    saved: code,
    list: LIST,
    send: (body) =>
      isNew ? call(discounts.create, { body }) : call(discounts.update, { params: { id: code._id }, body }),
    onSaved: () => {
      toast.success(isNew ? 'Discount code added' : 'Discount code updated')
      return refresh(client, 'discounts')
    },
  })
  const shown = (names: readonly (typeof NAMES)[number][]) =>
    names.filter((name) => applies(discountCodeFields[name], form.values))
  const hints = inUse.length > 0 ? { categories: `One per line. In use: ${inUse.join(', ')}` } : {}
  return (
    <ResourceForm what="discount code" form={form} reload={reload} submit={isNew ? 'Add' : 'Update'}>
      <ResourceFields of={discountCodeFields} names={shown(FIRST)} form={form} hints={hints} />
      <ProductsField
        label={discountCodeFields.products.label}
        hint="Without categories and products, the code is for all goods except works of art. Works of art have to be chosen here."
        chosen={form.values.products}
        problem={form.problems['products']}
        onChange={(products) => form.change({ products })}
      />
      <ResourceFields of={discountCodeFields} names={shown(LAST)} form={form} />
      <Link code={form.values.code} />
    </ResourceForm>
  )
}

/** The link that applies the code. */
function Link({ code }: { code: string }) {
  const normal = normalCode(code)
  if (normal.length < 3) return null
  return (
    <p>
      A link with the code: <code>{`${window.location.origin}/shop?code=${normal}`}</code>
    </p>
  )
}

/** The fields before the products, and those after them. */
const NAMES = namesOf(discountCodeFields)
const FIRST = NAMES.slice(0, NAMES.indexOf('products'))
const LAST = NAMES.slice(NAMES.indexOf('products') + 1)
