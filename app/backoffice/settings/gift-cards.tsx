import { useQuery } from '@tanstack/react-query'
import { settings } from '#shared/platform/api/settings.ts'
import { giftCardFields } from '#shared/platform/settings/gift-cards.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, UNCACHED_FORM } from '#app/platform/api/query.ts'
import { GroupPage, OpenFields } from './group-page.tsx'

/** Gift cards: whether the shop sells them, the amounts, and the limits. */
export default function GiftCardSettingsPage() {
  const answer = useQuery({ ...ask(settings.giftCards, {}), ...UNCACHED_FORM })
  return (
    <GroupPage
      title="Gift cards"
      id="giftCards"
      fields={giftCardFields}
      answer={answer}
      send={(body) => call(settings.saveGiftCards, { body })}
      intro="Gift cards never expire and cost no fees. Cards that are already sold do not change."
    >
      {(form, saved) => <OpenFields of={giftCardFields} form={form} saved={saved} />}
    </GroupPage>
  )
}
