/** The states of the parts of the shop, as settings. */
import * as z from 'zod/mini'
import { PART_TEXTS, STATE_TEXTS } from '../part-texts.ts'
import { PART_IDS, PART_STATES, type PartId, type PartState } from '../parts.ts'
import type { Field } from '../resources/described.ts'
import { same } from '../resources/kinds.ts'

const state = z.enum(PART_STATES, 'Choose on, no new ones, or off')

function part<Id extends PartId>(id: Id): Field<typeof state, string, Id, PartState> {
  return {
    column: id,
    label: PART_TEXTS[id].title,
    input: { as: 'own' },
    edit: state,
    reply: state,
    blank: 'on',
    store: same<string>,
    load: (stored) => stored as PartState,
    toForm: same<PartState>,
    fromForm: same<PartState>,
    print: (value) => STATE_TEXTS[value].title,
  }
}

export const partFields = Object.fromEntries(PART_IDS.map((id) => [id, part(id)])) as {
  [Id in PartId]: ReturnType<typeof part<Id>>
}

/** Wholesale is off until an owner switches it on: few new shops need its pages. */
export const PART_DEFAULTS = {
  ...(Object.fromEntries(PART_IDS.map((id) => [id, 'on'])) as Record<PartId, PartState>),
  wholesale: 'off' as PartState,
}
