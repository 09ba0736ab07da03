/** The settings that the browser needs. They change only with a restart. */
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
    summary: 'The rules for a new password',
    cached: [],
    reply: z.object({
      /** The minimum length in characters. */
      minLength: z.int(),
      /** Very common passwords are refused. */
      refusesCommon: z.boolean(),
    }),
  },
  music: {
    method: 'GET',
    path: '/api/config/music',
    access: 'public',
    summary:
      'The playlist of the music page: the URL of its player for an iframe, and its URL at the service',
    cached: [],
    reply: z.object({
      playlist: z.object({
        player: z.string(),
        /** The playlist's URL at the service; null for the sandbox player. */
        link: z.nullable(z.string()),
        /** Whether the player is embedded at once or after the visitor has pressed a button. */
        load: z.enum(['page', 'click']),
        /** True if no playlist is configured, so that the player is the sandbox's. */
        sandbox: z.boolean(),
      }),
    }),
  },
})
