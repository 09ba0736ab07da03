/** The parts of the shop for its owners: their states, and what keeps a part from being off. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { PART_IDS, PART_STATES } from '#shared/platform/parts.ts'

const entry = { text: z.string(), to: z.string() }

const parts = z.object({
  /** The version of the states of all parts. */
  version: z.int(),
  parts: z.array(
    z.object({
      _id: z.enum(PART_IDS),
      state: z.enum(PART_STATES),
      /** What must be settled before it can be off: '3 sign-ups', and the page of the desk that has them. */
      owed: z.array(z.object({ ...entry, count: z.int() })),
      /** Texts that the owner wrote and that name the part, with the page of the desk that edits them. They block nothing. */
      named: z.array(z.object(entry)),
    }),
  ),
})
export type Parts = z.infer<typeof parts>

export const shopParts = contract({
  list: {
    method: 'GET',
    path: '/api/parts',
    access: 'owner',
    summary:
      'The parts of the shop, their states, what must be settled before each can be off, and texts of the owner that name it',
    reply: parts,
  },
  choose: {
    method: 'POST',
    path: '/api/parts',
    access: 'owner',
    summary:
      'Switches on the parts that the shop needs, and off those of the set-up’s questions that it does not need. Where something must be settled first, there are no new ones until then',
    body: z.object({ needed: z.array(z.enum(PART_IDS)), version: z.int().check(z.minimum(0)) }),
    reply: parts,
  },
  switch: {
    method: 'PUT',
    path: '/api/parts/:part',
    access: 'owner',
    summary:
      'Switches a part on, off, or to nothing new. 409 with `owed` if something must be settled before it can be off',
    params: z.object({ part: z.enum(PART_IDS) }),
    body: z.object({
      state: z.enum(PART_STATES, 'Choose on, no new ones, or off'),
      /** The version with which the page was opened. A switch with an older one is refused with 409. */
      version: z.int().check(z.minimum(0)),
    }),
    reply: parts,
  },
})
