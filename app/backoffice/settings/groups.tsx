import type { ReactElement } from 'react'
import { data, Link, useParams, type LoaderFunctionArgs } from 'react-router'
import { roastingSettings, settings } from '#shared/platform/api/settings.ts'
import { namesOf } from '#shared/platform/resources/described.ts'
import { announcementFields } from '#shared/platform/settings/announcement.ts'
import { businessFields } from '#shared/platform/settings/business.ts'
import { giftCardFields } from '#shared/platform/settings/gift-cards.ts'
import { returnFields } from '#shared/platform/settings/returns.ts'
import { wholesaleTermsFields } from '#shared/platform/settings/wholesale-terms.ts'
import { roastingFields } from '#shared/platform/settings/roasting.ts'
import { sellingFields } from '#shared/platform/settings/selling.ts'
import { subscribingFields } from '#shared/platform/settings/subscribing.ts'
import { vacationFields } from '#shared/platform/settings/vacation.ts'
import { wholesaleFields } from '#shared/platform/settings/wholesale-rhythm.ts'
import { GroupPage, OpenFields } from './group-page.tsx'
import styles from './settings.module.css'

const PARTS = { name: 'Name', place: 'Address', contact: 'Contact', links: 'Links', music: 'Music' }

/** The pages of the groups whose forms have only the fields of their descriptions, by the end of their address. */
const PAGES: Record<string, ReactElement> = {
  'settings-announcement': (
    <GroupPage
      key="announcement"
      title="Announcement"
      id="announcement"
      fields={announcementFields}
      read={settings.announcement}
      save={settings.saveAnnouncement}
      intro="A bar above the header of every public page. It begins and ends automatically, and visitors can close it."
    />
  ),
  'settings-business': (
    <GroupPage
      key="business"
      title="Business details"
      id="business"
      fields={businessFields}
      read={settings.business}
      save={settings.saveBusiness}
      intro="Shown on all pages, in emails and invoices, and to search engines. The sender of parcels is under Boxes and sender."
    >
      {(form, saved) =>
        Object.entries(PARTS).map(([part, title]) => (
          <section key={part} className="stack-2" aria-labelledby={`part-${part}`}>
            <h2 id={`part-${part}`}>{title}</h2>
            <OpenFields
              of={businessFields}
              names={namesOf(businessFields).filter((name) => businessFields[name].part === part)}
              form={form}
              saved={saved}
            />
          </section>
        ))
      }
    </GroupPage>
  ),
  'settings-gift-cards': (
    <GroupPage
      key="gift-cards"
      title="Gift cards"
      id="giftCards"
      fields={giftCardFields}
      read={settings.giftCards}
      save={settings.saveGiftCards}
      intro="Gift cards never expire and cost no fees. Cards that are already sold do not change."
    />
  ),
  'settings-roasting': (
    <GroupPage
      key="roasting"
      title="Roastery"
      id="roasting"
      fields={roastingFields}
      read={roastingSettings.one}
      save={roastingSettings.save}
      intro="For coffees that are roasted to order. A roast can have other limits than the machine."
    />
  ),
  'settings-selling': (
    <GroupPage
      key="selling"
      title="Tax and orders"
      id="selling"
      fields={sellingFields}
      read={settings.selling}
      save={settings.saveSelling}
      intro="A change applies to new orders. A checkout that is already open shows the new total before the order is placed."
    />
  ),
  'settings-returns': (
    <GroupPage
      key="returns"
      title="Returns"
      id="returns"
      fields={returnFields}
      read={settings.returns}
      save={settings.saveReturns}
      intro={
        <>
          For search engines, and for the pages of goods that can be returned. Change the text of the{' '}
          <Link to="/admin/pages/refundpolicy">Refund Policy</Link> too, so that both say the same.
        </>
      }
    />
  ),
  'settings-wholesale-terms': (
    <GroupPage
      key="wholesale-terms"
      title="Wholesale terms"
      id="wholesale-terms"
      fields={wholesaleTermsFields}
      read={settings.wholesaleTerms}
      save={settings.saveWholesaleTerms}
      intro="A change applies to applications that are sent from now on. Have a lawyer read the text: it is a contract."
    />
  ),
  'settings-subscribing': (
    <GroupPage
      key="subscribing"
      title="Subscriptions"
      id="subscribing"
      fields={subscribingFields}
      read={settings.subscribing}
      save={settings.saveSubscribing}
      intro="A change applies to new subscriptions. Existing subscriptions keep their discount, and subscribers are told about a higher price before it is charged."
    />
  ),
  'settings-wholesale': (
    <GroupPage
      key="wholesale"
      title="Wholesale orders"
      id="wholesale"
      fields={wholesaleFields}
      read={settings.wholesale}
      save={settings.saveWholesale}
      intro="For orders of wholesale accounts. Staff can exceed the share of a day when they enter an order."
    />
  ),
  'settings-vacation': (
    <GroupPage
      key="vacation"
      title="Vacation"
      id="vacation"
      fields={vacationFields}
      read={settings.vacation}
      save={settings.saveVacation}
      intro="For the days on which you do not roast. New orders get dates around these days. Orders that are already placed keep their dates."
    >
      {(form, saved) => {
        const shared = { of: vacationFields, form, saved }
        return (
          <>
            <OpenFields {...shared} names={['isOn']} />
            <div className={styles.days}>
              <OpenFields {...shared} names={['from', 'to']} />
            </div>
            <OpenFields {...shared} names={['isPaused', 'isBarClosed', 'message']} />
          </>
        )
      }}
    </GroupPage>
  ),
}

/** The settings of one group: that of the route. */
/** Answers 404 for a group that does not exist. */
function requireGroup({ params: { group = '' } }: LoaderFunctionArgs): null {
  // oxlint-disable-next-line typescript/only-throw-error -- React Router's way to answer 404
  if (!Object.hasOwn(PAGES, `settings-${group}`)) throw data(null, { status: 404 })
  return null
}
export const loader = (args: LoaderFunctionArgs) => requireGroup(args)
export const clientLoader = (args: LoaderFunctionArgs) => requireGroup(args)

export default function SettingsGroup() {
  return PAGES[`settings-${useParams().group}`]
}
