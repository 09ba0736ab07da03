/** Long names, links and texts, for the test of every kind of mail. */
export const ORIGIN = 'https://frame.example'
export const TOKEN = `${'t'.repeat(60)}.${'T'.repeat(43)}`
export const LINK = `${ORIGIN}/order/0123456789abcdefghjkmn#${TOKEN}`
export const NAME = 'Wolfeschlegelsteinhausenbergerdorff Featherstonehaugh'
export const COFFEE = 'Donaudampfschifffahrtsgesellschaftskapitänsmischungsröstung'
export const WRITTEN = `See https://www.example.com/a/very/long/path/${'x'.repeat(200)}?with=query. Or answer.`
export const INBOX = 'a.very.long.address.of.the.shop@roasters-with-a-long-name.example'
