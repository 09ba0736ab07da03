import type { config } from '#shared/api/config.ts'
import { playerUrl, playlistUrl } from '#shared/playlist.ts'
import type { Handlers } from '../http/serve.ts'
import { currentMusic } from '../settings/music.ts'
import { currentBusiness } from './business.ts'
import { passwordRule } from '../sessions/passwords.ts'

export const configRoutes: Handlers<typeof config> = {
  paypal: async ({ shop: { providers } }) => ({
    ...providers.payments.browser,
    sandbox: providers.payments.mode === 'sandbox',
  }),
  passwords: async ({ shop: { config: settings } }) => passwordRule(settings.passwordMin),
  business: ({ shop }) => currentBusiness(shop),
  music: async ({ shop }) => {
    const music = await currentMusic(shop)
    return {
      playlist: {
        player: playerUrl(music.playlist, music.embedBase),
        link: music.mode === 'sandbox' ? null : playlistUrl(music.playlist),
        load: music.load,
        sandbox: music.mode === 'sandbox',
      },
    }
  },
}
