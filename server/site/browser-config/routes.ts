import type { config } from '#shared/site/api/config.ts'
import { playerUrl, playlistUrl } from '#shared/kernel/playlist.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { currentMusic } from '#server/platform/settings/music.ts'
import { currentBusiness } from './business.ts'
import { passwordRule } from '#server/platform/sessions/passwords.ts'

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
