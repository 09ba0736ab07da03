/** The settings of the roastery, which packers read too. */
import { roastingFields } from '../settings/roasting.ts'
import { contract } from './endpoint.ts'
import { groupOf } from './settings.ts'

const roasting = groupOf('roasting', roastingFields)

export const roastingSettings = contract({
  one: {
    method: 'GET',
    path: '/api/settings/roasting',
    access: 'packer',
    summary: 'Units, capacity and batch sizes of the roastery',
    reply: roasting.reply,
  },
  save: {
    method: 'PUT',
    path: '/api/settings/roasting',
    access: 'admin',
    summary: 'Saves the settings of the roastery',
    ...roasting,
  },
})
