/** The details of the business, in the order of their form. The defaults are in brand.ts. */
import * as z from 'zod/mini'
import { brand } from '#shared/kernel/brand.ts'
import { email, line } from '#shared/kernel/fields.ts'
import { normalPhone } from '#shared/kernel/phone.ts'
import { playlistId } from '#shared/kernel/playlist.ts'
import type { EditOf } from '../resources/described.ts'
import { requiredText, ruledText, text } from '../resources/kinds.ts'
import { link, degrees } from '../resources/shop-kinds.ts'

const MAX_PHONE = 30

export const businessFields = {
  name: requiredText('Short name', {
    column: 'name',
    max: 24,
    part: 'name',
    hint: 'In capitals, it is the logo at the top of each page',
  }),
  roasters: requiredText('Name', {
    column: 'roasters',
    max: 60,
    part: 'name',
    hint: 'In titles, emails and the footer, and as the sender of emails',
  }),
  coffeeRoasters: requiredText('Name on invoices', { column: 'coffee_roasters', max: 80, part: 'name' }),
  tagline: text('Tagline', { column: 'tagline', max: 120, part: 'name' }),
  description: requiredText('Description for search engines', {
    column: 'description',
    max: 200,
    part: 'name',
  }),
  footer: text('Last line of the footer', {
    column: 'footer',
    max: 160,
    part: 'name',
    hint: 'If empty, © and the name',
  }),
  street: requiredText('Street', { column: 'street', max: 100, part: 'place' }),
  city: requiredText('City', { column: 'city', max: 60, part: 'place' }),
  state: ruledText('State', {
    column: 'state',
    part: 'place',
    hint: 'Two letters, such as VA. Orders for pickup are taxed in this state',
    edit: stateCode(),
    input: { as: 'line', max: 2, required: true },
  }),
  postalCode: ruledText('ZIP code', {
    column: 'postal_code',
    part: 'place',
    edit: zipCode(),
    input: { as: 'line', max: 10, required: true },
  }),
  mapUrl: link('Link to the map', { column: 'map_url', part: 'place', required: true, to: 'full' }),
  latitude: degrees('Latitude', {
    column: 'latitude',
    part: 'place',
    max: 90,
    hint: 'For search engines and for the address search, which lists places near the shop first',
  }),
  longitude: degrees('Longitude', { column: 'longitude', part: 'place', max: 180 }),
  contactEmail: ruledText('Email', {
    column: 'contact_email',
    part: 'contact',
    hint: 'For visitors, in the footer, on pages and in emails',
    edit: email,
    input: { as: 'line', type: 'email', max: 254, required: true },
  }),
  phone: ruledText('Phone', {
    column: 'phone',
    part: 'contact',
    hint: 'For visitors, in the footer. Not shown if empty',
    edit: line('Phone', MAX_PHONE).check(
      z.refine(
        (typed) => normalPhone(typed) !== null,
        'Enter 7 to 15 digits, such as 703 555 0100, or leave it empty',
      ),
    ),
    input: { as: 'line', max: MAX_PHONE, required: false },
  }),
  inbox: ruledText('Inbox of the shop', {
    column: 'inbox',
    part: 'contact',
    hint: 'The shop emails messages from visitors and new orders to this address. Visitors do not see it. If empty, the sender of emails',
    edit: optionalEmail(),
    input: { as: 'line', type: 'email', max: 254, required: false },
  }),
  replyTo: ruledText('Replies to emails go to', {
    column: 'reply_to',
    part: 'contact',
    hint: 'Customers see it in emails. If empty, the inbox',
    edit: optionalEmail(),
    input: { as: 'line', type: 'email', max: 254, required: false },
  }),
  shopLink: link('SHOP in the header', { column: 'shop_link', part: 'links', required: true }),
  appLink: link('APP in the header', {
    column: 'app_link',
    part: 'links',
    hint: 'Where people download your app. If empty, the header has no APP, and the home page no moving line about it',
  }),
  instagram: link('Instagram', {
    column: 'instagram',
    part: 'links',
    to: 'full',
    hint: 'In the footer. Not shown if empty',
  }),
  playlist: ruledText('Playlist', {
    column: 'playlist',
    part: 'music',
    hint: 'The link of a Spotify playlist. If empty, the player of the shop',
    edit: line('Playlist', 300).check(
      z.refine(
        (typed) => typed === '' || playlistId(typed) !== null,
        'Paste the link of a playlist: Share, Copy link to playlist',
      ),
    ),
    input: { as: 'line', max: 300, required: false },
  }),
  playlistTitle: requiredText('Title of the playlist', { column: 'playlist_title', max: 80, part: 'music' }),
}

function optionalEmail() {
  return line('The email address', 254).check(
    z.toLowerCase(),
    z.refine(
      (typed) => typed === '' || z.safeParse(email, typed).success,
      'Enter a valid email address, or leave it empty',
    ),
  )
}

/** 'VA' */
export function stateCode() {
  return z
    .string('State is required')
    .check(z.trim(), z.regex(/^[A-Z]{2}$/, 'Enter two capital letters, such as VA'))
}

/** '22180' or '22180-1234' */
export function zipCode() {
  return z
    .string('ZIP code is required')
    .check(z.trim(), z.regex(/^\d{5}(-\d{4})?$/, 'Enter five digits, such as 22180'))
}

type BusinessSettings = EditOf<typeof businessFields>

export const BUSINESS_DEFAULTS: BusinessSettings = {
  name: brand.name,
  roasters: brand.roasters,
  coffeeRoasters: brand.coffeeRoasters,
  tagline: brand.tagline,
  description: brand.defaultDescription,
  footer: brand.footer,
  street: brand.place.street,
  city: brand.place.city,
  state: brand.place.state,
  postalCode: brand.place.postalCode,
  mapUrl: brand.place.mapUrl,
  latitude: brand.place.latitude,
  longitude: brand.place.longitude,
  contactEmail: brand.contactEmail,
  phone: brand.phone,
  inbox: '',
  replyTo: '',
  shopLink: brand.links.shop,
  appLink: brand.links.app,
  instagram: brand.links.instagram,
  playlist: '',
  playlistTitle: brand.music.title,
}
