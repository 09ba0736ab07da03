/** What the browser must know of the shop's configuration, which only a restart changes. */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'

export const config = contract({
  paypal: {
    method: 'GET',
    path: '/api/config/paypal',
    access: 'public',
    summary: 'The payment provider’s public client id and script',
    cached: [],
    reply: z.object({
      clientId: z.string(),
      scriptUrl: z.string(),
      environment: z.enum(['production', 'sandbox']),
      currency: z.literal('USD'),
      /** True when no money moves. */
      sandbox: z.boolean(),
    }),
  },
  passwords: {
    method: 'GET',
    path: '/api/config/passwords',
    access: 'public',
    summary: 'What a new password must be',
    cached: [],
    reply: z.object({
      /** In characters. */
      minLength: z.int(),
      /** Passwords that very many people use are refused. */
      refusesCommon: z.boolean(),
    }),
  },
  music: {
    method: 'GET',
    path: '/api/config/music',
    access: 'public',
    summary: 'The playlist of the music page: its player to be framed, and where to open it',
    cached: [],
    reply: z.object({
      playlist: z.object({
        player: z.string(),
        /** Null for the sandbox player, which has no other place. */
        link: z.nullable(z.string()),
        /** Whether the player is embedded with the page or after a press. */
        load: z.enum(['page', 'click']),
        /** True where the owner has named no playlist. */
        sandbox: z.boolean(),
      }),
    }),
  },
})
