/** The form of a price list: /admin/price-list/:id/edit. */
import { useQueryClient } from '@tanstack/react-query'
import { fromForm, namesOf, toForm, type FormOf } from '#shared/platform/resources/described.ts'
import { priceLists, type PriceList } from '#shared/wholesale/api/price-lists.ts'
import { priceListFields } from '#shared/wholesale/resources/price-list.ts'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { EditPage, NEW, useEdited } from '#app/platform/admin/form/edit-page.tsx'
import { ResourceFields, ResourceForm } from '#app/platform/admin/form/resource-form.tsx'
import { useEditForm } from '#app/platform/admin/form/use-edit-form.ts'
import { mergeFields } from '#app/platform/admin/form/use-opened.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import { Breaks } from './breaks.tsx'
import { LIST } from './list.tsx'
import { PriceTable } from './price-table.tsx'

const BLANK: PriceList = {
  _id: NEW,
  name: '',
  percentOff: null,
  floor: null,
  breaks: [],
  prices: [],
  version: 0,
}

/** `breaks` and `prices` as JSON, so that the form compares, stores and merges them like other texts. */
type Values = FormOf<typeof priceListFields> & { breaks: string; prices: string }

const NAMES: (keyof Values)[] = [...namesOf(priceListFields), 'breaks', 'prices']
const LABELS: Partial<Record<keyof Values, string>> = { breaks: 'Breaks', prices: 'Prices' }

export default function EditPriceList() {
  const edited = useEdited(priceLists.one, { blank: BLANK })
  return (
    <EditPage edited={edited} what="priceList" list={LIST}>
      {(list, { reload }) => <Form list={list} reload={reload} />}
    </EditPage>
  )
}

function Form({ list, reload }: { list: PriceList; reload: () => void }) {
  const client = useQueryClient()
  const isNew = list._id === NEW
  const form = useEditForm<Values, PriceList>({
    draft: `price-list:${list._id}`,
    isNew,
    list: LIST,
    names: NAMES,
    fields: priceListFields,
    latest: { version: list.version, values: valuesOf(list) },
    mergeOnArrival: mergeFields<Values>(
      NAMES,
      (name) => LABELS[name] ?? priceListFields[name as keyof typeof priceListFields].label,
      () => '',
    ),
    send: (values, { version }) => {
      const body = { ...editOf(values), version: Number(version) }
      return isNew
        ? call(priceLists.create, { body })
        : call(priceLists.update, { params: { id: list._id }, body })
    },
    onSaved: () => {
      toast.success(isNew ? 'Price list added' : 'Price list updated')
      return refresh(client, 'price-lists')
    },
  })
  const { values } = form
  return (
    <ResourceForm what="price list" form={form} reload={reload} submit={isNew ? 'Add' : 'Update'}>
      <ResourceFields of={priceListFields} form={form} />
      <Breaks
        breaks={JSON.parse(values.breaks) as PriceList['breaks']}
        problem={form.problems['breaks']}
        change={(breaks) => form.change({ breaks: JSON.stringify(breaks) })}
      />
      <PriceTable
        prices={JSON.parse(values.prices) as PriceList['prices']}
        percentOff={fromForm(priceListFields, values).percentOff}
        problem={form.problems['prices']}
        change={(prices) => form.change({ prices: JSON.stringify(prices) })}
      />
    </ResourceForm>
  )
}

function valuesOf(list: PriceList): Values {
  return {
    ...toForm(priceListFields, list),
    breaks: JSON.stringify(list.breaks),
    prices: JSON.stringify(list.prices),
  }
}

function editOf({ breaks, prices, ...head }: Values) {
  return {
    ...fromForm(priceListFields, head),
    breaks: (JSON.parse(breaks) as PriceList['breaks']).filter(
      ({ pounds, percent }) => pounds > 0 || percent > 0,
    ),
    prices: JSON.parse(prices) as PriceList['prices'],
  }
}
